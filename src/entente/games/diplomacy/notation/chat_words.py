"""Words outside orders, in both languages: harmless ones, and those that retract orders.

An order is followed only if every word of its line is understood or listed here.
"""

from __future__ import annotations

import re

from entente.games.diplomacy.notation.grammar import parse_orders
from entente.games.diplomacy.notation.map_names import Lexicon
from entente.games.diplomacy.notation.tokens import HARMLESS_SIGNS, plain_words, tidy, words_of
from entente.games.diplomacy.notation.vocabulary import (
    CONDITIONS,
    DOUBTS,
    HARMLESS,
    KEYWORDS,
    NO_ORDERS,
    PHRASES,
    POLITE,
    WHOLE_LINES,
    Phrases,
)

_ADDRESS = re.compile(r"(?<!\S)\S+@\S+|\b\w+://\S+")
LONGEST = 400  # characters of a line that are examined
_MOST_TITLE = 2  # words of a person's name
_MOST_NAMES = 3  # words of a signature
# Everyday words that change nothing in an order.
_EVERYDAY = frozenset(
    plain_words(
        "i m we us you me my your our he she they it is are was am be have has had will ll ve re "
        "hope hopefully see soon today tonight week weekend day days good nice "
        "great fun play playing preferably all everyone everybody friends folks guys team sorry "
        "delay late for the a an of on at to in so here there very much well again luck wishes "
        "love enjoy game games turn talk speak chat call mail email phone sent iphone android "
        "mobile welcome regards cheers best dear hi hey hello thanks thank ps nb this these that "
        "first and too also just already still now always looking forward from with "
        "as usual planned promised agreed ally allies friend peace sir madam gm ref "
        "referee orders order moves season "
        "ca va bien bonne bon bonnes chance journee soiree semaine bientot ce soir "
        "aujourd hui desole desolee retard pour le la les l de d du des un une et a au aux je tu "
        "il elle nous vous on ils suis es est sommes etes sont espere esperons j jeu partie tour "
        "tous toutes tout monde amis ami amitie voila voici mes nos ma mon notre votre vos comme "
        "prevu promis toujours encore aussi deja preference ici la-bas tres beaucoup depuis mon "
        "telephone envoye portable cher chere arbitre mj ordres ordre saison "
        "paix allie allies"
    )
)
_TALK = _EVERYDAY | HARMLESS | POLITE
# Phrases that are harmless as a whole, though not word by word.
_HARMLESS_PHRASES = Phrases(
    "see you later, see you tomorrow, see you next turn, see you next week, see you next season, "
    "see you next year, see you next time, see you then, talk to you later, talk later, "
    "speak later, until next time, till next time, till tomorrow, until tomorrow, next time, "
    "a demain, a la prochaine, a la semaine prochaine, a plus tard, a plus, a tout a l heure, "
    "a l annee prochaine, how are you, how is it going, how are things, comment ca va, ca va, "
    "comment allez vous, let me know if there are any problems, let me know if there is a problem, "
    "let me know if you have questions, let me know if you have any questions, no problem, "
    "no worries, de preference, pas de probleme, pas de souci, n hesitez pas"
)
_GAME_YEAR = re.compile(r"19\d\d")
# After one of these a capitalised word is a person.
_BEFORE_A_NAME = frozenset(
    plain_words(
        "thanks thank thx you merci with avec dear cher chere hi hey hello hallo bonjour bonsoir "
        "salut cheers regards cordialement amicalement from de to a sir mr mrs ms m mme and et"
    )
)

# -- words that retract orders

# Common words that retract no order on their own.
COMMON = CONDITIONS | frozenset(
    plain_words(
        "no non ne possible plan case cas mean subject wait don doesn dont likely confirm error "
        "vrai peut doute change changes drop pending attente hmm rather nul nulle whether"
    )
)
_TAKING_BACK = (DOUBTS - COMMON) | frozenset(
    plain_words(
        "cancel cancels cancelled canceled cancelling annule annulee annules annulees annulons "
        "annulent instead trompe trompee trompes kidding joking joke jokes blague blagues "
        "plaisante plaisanterie plaisantais rigole rigolais poisson nevermind oups erreurs "
        "mistakes errors superseded obsolete outdated perime perimes caduc caducs retracting "
        "retractation resend resending example exemple examples hypothetical hypothetique "
        "hypothetiques fake wip test tests brouillons preliminaire preliminaires "
        "inexact inexacts inexacte incorrect incorrects wrongly mistyped typo typos coquille"
    )
)
_PHRASES_TAKING_BACK = Phrases(
    "never mind, second thought, second thoughts, changed my mind, change my mind, my bad, "
    "change d avis, changer d avis, laisse tomber, laissez tomber, tout faux, hold off, "
    "not yet, pas encore, no longer, start over, starting over, on hold, en suspens, "
    "to be confirmed, a confirmer, to be decided, a revoir, a refaire, thought better"
)
_NEGATIONS = frozenset(
    plain_words(
        "not don dont doesn doesnt didn isn isnt aren arent won wont shouldn shouldnt never no "
        "cannot can t pas ne n non jamais aucun aucune ni plus without sans stop"
    )
)
# The objects such a word needs to refer to orders.
_ABOUT_ORDERS = frozenset(
    plain_words(
        "order orders move moves these those this that above below it them everything anything "
        "all final finals finalised finalized definitive valid official use used process "
        "processed count counts counted follow followed execute executed submit submitted send "
        "sent serious seriously real ready sure certain "
        "ordre ordres mouvement mouvements ceci cela ca ces cet cette dessus dessous tout tous "
        "toutes rien valable valables valide valides definitif definitifs definitive "
        "definitives officiel officiels utiliser utilisez traiter traitez traites compte comptent "
        "compter tenir tenez prendre prenez suivre suivez executer executez envoyer envoyes "
        "serieux bon bons bonne bonnes sur surs sure"
    )
)
_UNSETTLED = (DOUBTS & COMMON) - _NEGATIONS - frozenset(plain_words("subject"))
# Words that may change the meaning of orders: other times, other games, ideas, exceptions.
_DOUBTING = frozenset(
    plain_words(
        "last next later tomorrow yesterday before after until till once while old older previous "
        "previously former earlier other another test testing tests trial idea ideas "
        "could might would should real provided fallback preferred preferring prefer preference "
        "option options version versions better swap swapped swapping switch switched "
        "reverse reversed except excepting excluding but without however though although make "
        "read think thoughts thinking opinion suggest suggestion suggested propose proposal "
        "proposed example sample imagine suppose guess experiment same ditto repeat repeated "
        "identical above below copy fix fixed update updated edit edited revise revised revision "
        "like attached trying pretend expected expecting "
        "spring summer autumn fall winter "
        "dernier derniere derniers dernieres prochain prochaine prochains prochaines demain hier "
        "tard avant apres ancien anciens ancienne anciennes vieux vieille vieilles precedent "
        "precedents precedente autre autres mauvais mauvaise essai essais tester teste testais "
        "idee idees pourrais pourrait pourrions pourraient devrais devrait serait voir penses "
        "pensez pense avis preference prefere preferes lieu excepte hormis mais toutefois "
        "cependant lire lisez inverse inverser inversez echange echanger echangez proposition "
        "propose suggestion imaginons supposons idem pareil pareils identique identiques meme "
        "memes printemps automne hiver"
    )
)
_DOUBTING_IN_TALK = (_DOUBTING | CONDITIONS | DOUBTS) - frozenset(plain_words("subject case"))
_DOUBTING_PHRASES = Phrases("in case, en cas, au cas")
_PLAIN_SIGNS = HARMLESS_SIGNS | frozenset("–—―−‐‑‒•▪◦‣→⇒═─│┃━¡")
_QUESTIONS = frozenset("?¿？")
_RECEIPT = frozenset(plain_words("please pls receipt received reception recu recus svp merci"))


def takes_back(names: Lexicon, text: str) -> bool:
    """Return whether a text without any unit retracts orders."""
    words = plain_words(_ADDRESS.sub(" ", text[:LONGEST]))
    if not words or any(PHRASES[kind].take(words) for kind in WHOLE_LINES) or says_nothing(words):
        return False
    used = set(words)
    if used & _TAKING_BACK:
        return not parse_orders(names, tidy(text[:LONGEST]))
    if any(_PHRASES_TAKING_BACK.lengths(words, at) for at in range(len(words))):
        return True
    if used <= DOUBTS | CONDITIONS:
        return not parse_orders(names, tidy(text[:LONGEST]))
    doubtful = used & _NEGATIONS or (used & _UNSETTLED and not used & _RECEIPT)
    if not (doubtful and used & _ABOUT_ORDERS):
        return False
    return not parse_orders(names, tidy(text[:LONGEST]))


def casts_doubt(text: str) -> bool:
    """Return whether a text that is not an order may change the meaning of orders around it: it is
    conditional, about another time or game, a correction, or a question."""
    words = _without_harmless_phrases(plain_words(_ADDRESS.sub(" ", text)))
    if not words or not _QUESTIONS.isdisjoint(text):
        return bool(words)
    if any(PHRASES[kind].take(words) for kind in WHOLE_LINES) or says_nothing(words):
        return False
    if not _DOUBTING_IN_TALK.isdisjoint(words):
        return True
    return any(_DOUBTING_PHRASES.lengths(words, at) for at in range(len(words)))


def _without_harmless_phrases(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words outside harmless phrases."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        lengths = _HARMLESS_PHRASES.lengths(words, at)
        if not lengths:
            kept.append(words[at])
        at += lengths[0] if lengths else 1
    return tuple(kept)


def says_nothing(words: tuple[str, ...]) -> bool:
    """Return whether a line says that a power submitted no orders: `NMR`, `no orders again`."""
    lengths = PHRASES[NO_ORDERS].lengths(words, 0)
    return any(_TALK.issuperset(words[length:]) for length in lengths)


def has_strange_signs(text: str) -> bool:
    """Return whether a text has an emoji or sign not listed as harmless: `🤔`."""
    return any(
        not (sign.isascii() or sign.isalnum() or sign.isspace() or sign in _PLAIN_SIGNS)
        for sign in tidy(text)
    )


def is_signature(names: Lexicon, text: str) -> bool:
    """Return whether a line is a person's name: a few capitalised words without other meaning."""
    if len(text) > LONGEST or casts_doubt(text) or has_strange_signs(text):
        return False
    line = tidy(text)
    names_used = [word for word in words_of(line) if word.text.isalnum()]
    if (
        not 0 < len(names_used) <= _MOST_NAMES
        or len(" ".join(word.text for word in names_used)) < 2
    ):
        return False
    return all(
        word.text.isalpha()
        and line[word.start].isupper()
        and word.text not in KEYWORDS
        and not names.places((word.text,))
        and not names.is_power((word.text,))
        for word in names_used
    )


def is_harmless(names: Lexicon, text: str) -> bool:
    """Return whether a text cannot affect an order beside it: every word is listed, a person's
    name, a power or a number."""
    if len(text) > LONGEST or has_strange_signs(text):
        return False
    if takes_back(names, text) or casts_doubt(text):
        return False
    line = tidy(text)
    phrased = frozenset(plain_words(line)).difference(_without_harmless_phrases(plain_words(line)))
    named = 0
    before = ""
    for word in words_of(line):
        known = (
            word.text in _TALK
            or word.text in phrased
            or (word.text.isdecimal() and _GAME_YEAR.fullmatch(word.text) is None)
            or names.is_power((word.text,))
        )
        person = before in _BEFORE_A_NAME or 0 < named < _MOST_TITLE
        if not known and not word.text.isalnum():
            continue
        if not known and not (
            person and line[word.start].isupper() and not names.places((word.text,))
        ):
            return False
        named = 0 if known else named + 1
        before = word.text
    return True
