"""The vocabulary of orders and sheets, in both languages.

Capitals, accents and punctuation are ignored, so phrases are written here without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.diplomacy.notation.tokens import plain_words

HOLD, MOVE, SUPPORT, CONVOY = "hold", "move", "support", "convoy"
RETREAT, DISBAND = "retreat", "disband"
BUILD, REMOVE, WAIVE = "build", "remove", "waive"
ARMY, FLEET = "army", "fleet"
VIA, CONVOYED, THROUGH, BY = "via", "convoyed", "through", "by"
FROM, MOTION, AND = "from", "motion", "and"
NO_ORDERS, ALL_HOLD, REST_HOLDS = "no orders", "all hold", "rest holds"
NOTHING, REST_WAIVED = "nothing", "rest waived"
# Phrases not about a single unit.
WHOLE_LINES = (NO_ORDERS, NOTHING, ALL_HOLD, REST_HOLDS, REST_WAIVED)

# Words that introduce a place after a French verb of motion.
_TOWARDS = "a, au, aux, en, vers, sur, dans"


def _with(verbs: str, ways: str = _TOWARDS) -> str:
    """Each verb alone and with each word that may follow it."""
    heads, tails = ([each.strip() for each in text.split(",")] for text in (verbs, ways))
    return ", ".join([*heads, *(f"{head} {tail}" for head in heads for tail in tails)])


_PHRASES = {
    HOLD: "h, t, "
    "hold, holds, holding, held, to hold, hold position, holds position, hold in place, "
    "holds in place, in place, stand, stands, standing, stand fast, stands fast, stands firm, "
    "stay, stays, stay put, stays put, stays in place, remain, remains, remains in place, defend, "
    "defends, tient, tiens, tenir, a tenir, qui tient, tient sur place, tient position, "
    "tient la position, tient sa position, reste, rester, reste sur place, reste en place, "
    "reste en position, maintient, maintient sa position, maintient la position, "
    "garde la position, garde sa position, sur place, ne bouge pas, immobile, se defend, "
    "en defense",
    MOVE: "to, m, mv, move, moves, moving, into, onto, on, "
    + _with("go, goes, going, move, moves, moving, advances, marches, sails", "to, into, on")
    + ", heads to, heads for, enters, attack, attacks, attacking, "
    + "vers, en, au, sur, dans, jusqu a, attaque, part pour, "
    + _with("va, se deplace, deplacement, mouvement, marche, avance, entre, se rend, fonce")
    + ", se dirige vers",
    SUPPORT: "s, sout, aids, helps, backs, backs up, "
    "sup, sups, supp, supps, support, supports, supporting, is supporting, support to, "
    "supports to, support of, support for, supports for, gives support to, lends support to, "
    "supporte, supporter, soutient, soutiens, soutenir, soutien, soutien a, soutien de, "
    "en soutien, en soutien a, en soutien de, apporte son soutien a, donne son soutien a, "
    "appuie, appuies, appuyer, appui, appui a, appui de, en appui, en appui a, en appui de",
    CONVOY: "c, con, "
    "conv, convoy, convoys, convoying, convoie, convoies, convoyer, convoi, convoi de, "
    "transport, transports, transporting, transporte, transporter, ferries, carries",
    # a move by sea, after its destination or before the sign
    VIA: "via, via convoy, via convoi, via sea, by convoy, by sea, with convoy, using convoy, "
    "par convoi, par mer, en convoi, convoyed, convoye, convoyee",
    # the same, only after the destination: `F Nth convoy to Bel` is half a convoy
    CONVOYED: "convoy, convoi",
    # introduces the seas of a written route
    THROUGH: "via, through, by way of, across, a travers, en passant par, "
    "via convoy, via convoy in, via convoy through, by convoy via, by convoy through, "
    "convoyed by, convoyed via, convoyed through, convoye par, convoyee par, par convoi via",
    # the same, unless a fleet is named that helps the army over land: `A Ber-Pru by F Bal`
    BY: "by, par, par la",
    # between destination and origin of a supported or convoyed move
    FROM: "from, de, d, du, depuis, en provenance de, venant de, a partir de",
    # a move between a support and the unit: `supports the attack of A Kie`
    MOTION: "move, moves, movement, attack, advance, the move, the movement, the attack, "
    "mouvement, deplacement, attaque, avance, marche, le mouvement, le deplacement, l attaque, "
    "l avance, la marche, le passage, passage",
    RETREAT: "r, ret, retr, retreating to, falls back to, fall back to, "
    + _with("retreat, retreats, retreating, withdraw, withdraws", "to, into")
    + ", "
    + _with("retraite, fait retraite, bat en retraite, se retire, se replie, recule, repli"),
    DISBAND: "d, disb, disband, disbands, disbanded, disbanding, destroy, destroys, destroyed, "
    "otb, off the board, off board, scuttle, scuttles, scuttled, dissoute, est dissoute, dissout, "
    "dissous, dissoudre, se dissout, saborde, se saborde, sabordee, est sabordee, annihilee, "
    "est annihilee, disperse, disperses, dispersed, dispersee, est dispersee, se disperse, "
    "disparait, detruit, detruite, detruire, est detruite, eliminee, est eliminee, "
    "hors du plateau, hors plateau, hors jeu, quitte le plateau",
    BUILD: "b, bld, build, builds, built, building, construit, construis, construire, "
    "construction, construction de, construction d, cree, new, nouvelle, +",
    REMOVE: "remove, removes, removed, removing, removal, removal of, retire, retires, retirer, "
    "retiree, retrait, retrait de, est retiree, enleve, enlever, supprime, supprimer, suppression, "
    "suppression de",
    WAIVE: "waive, build waived, builds waived, one build waived, 1 build waived, "
    "waive one, waive 1, waive one build, waive 1 build, waives one, waives 1, waives one build, "
    "waives 1 build, renonce a une construction, waives, waived, waive build, waives build, "
    "waive a build, waives a build, one waived, 1 waived, one build is waived, pass, "
    "passes, passe, passer, passe son tour, renonce, renonce a construire, ne construit pas, "
    "ne construit rien, builds nothing, no build, no builds, pas de construction, "
    "aucune construction",
    ARMY: "a, army, armee",
    FLEET: "f, fl, flt, fleet, flotte",
    AND: "and, et, then, puis",
    # a power that submitted nothing
    NO_ORDERS: "nmr, no orders, no order, no orders received, no order received, "
    "no moves received, no move received, civil disorder, pas d ordre, pas d ordres, aucun ordre, "
    "aucun ordre recu, pas d ordres recus, ordres non recus, desordre civil",
    # in retreats and winter: nothing to order
    NOTHING: "none, nil, nothing, no retreat, no retreats, no build, no builds, no removals, "
    "waive all, waives all, waive all builds, waives all builds, all builds waived, all waived, "
    "aucun, aucune, rien, neant, pas de retraite, pas de retraites, aucune retraite, "
    "pas de construction, pas de constructions, pas de retrait",
    # in winter, beside builds
    REST_WAIVED: "waive rest, waive the rest, waives the rest, rest waived, the rest waived, "
    "the rest is waived, waive the other, waive the others, waive others, others waived, "
    "waive remaining, waive the remaining build, waive the remaining builds, "
    "waive remaining builds, remaining builds waived, waive the other build, "
    "waive the other builds, other builds waived, passe le reste, renonce au reste, "
    "renonce aux autres, renonce aux autres constructions",
    ALL_HOLD: "all hold, all holds, all units hold, all my units hold, everything holds, hold all, "
    "tout tient, tout le monde tient, toutes tiennent, tous tiennent, toutes les unites tiennent, "
    "toutes mes unites tiennent, toutes les unites tiennent sur place, hold everything, "
    "everyone holds, everybody holds, all stay, all units stay, all stay put, all in place, "
    "all units hold position, all hold position, all remain in place, tous en place, "
    "toutes en place, tout en place, tous mes pions restent sur place, tous restent sur place, "
    "toutes restent sur place, tout reste en place, tout reste sur place, tenir partout, "
    "tous mes pions tiennent, toutes mes unites restent sur place, "
    "toutes les unites restent sur place, personne ne bouge, rien ne bouge, on ne bouge pas, "
    "nobody moves, no unit moves",
    REST_HOLDS: "rest hold, rest holds, the rest hold, the rest holds, others hold, "
    "the others hold, all others hold, all other units hold, other units hold, "
    "everything else holds, remaining units hold, le reste tient, "
    "les autres tiennent, les autres unites tiennent, toutes les autres tiennent, "
    "toutes les autres unites tiennent, les autres tiennent sur place",
}


class Phrases:
    """Phrases with one meaning, indexed by their first word."""

    def __init__(self, listed: str) -> None:
        self.by_first: dict[str, list[tuple[str, ...]]] = {}
        self.all = tuple(dict.fromkeys(plain_words(phrase) for phrase in listed.split(",")))
        self.known = frozenset(self.all)
        for phrase in self.all:
            self.by_first.setdefault(phrase[0], []).append(phrase)

    def lengths(self, words: Sequence[str], at: int) -> list[int]:
        """Return the lengths of phrases that begin here, longest first."""
        phrases = self.by_first.get(words[at]) if at < len(words) else None
        if phrases is None:
            return []
        lengths = {
            len(phrase) for phrase in phrases if tuple(words[at : at + len(phrase)]) == phrase
        }
        return sorted(lengths, reverse=True)

    def take(self, words: Sequence[str]) -> bool:
        """Return whether these words are one of the phrases."""
        return tuple(words) in self.known


PHRASES = {name: Phrases(listed) for name, listed in _PHRASES.items()}
COASTS = {
    coast: Phrases(listed)
    for coast, listed in {
        "nc": "nc, cn, ncs, n c, north coast, northern coast, n coast, northcoast, cote nord, "
        "cote n, c nord, c n",
        "sc": "sc, cs, scs, s c, south coast, southern coast, s coast, southcoast, cote sud, "
        "cote s, c sud, c s",
        "ec": "ec, ce, ecs, e c, east coast, eastern coast, e coast, eastcoast, cote est, "
        "cote e, c est, c e",
        "wc": "wc, co, west coast, western coast, w coast, cote ouest",
    }.items()
}
# Compass points alone, only after a province with coasts: `Atlantique Nord` is a name.
COMPASS = {
    coast: Phrases(listed)
    for coast, listed in {"nc": "north, nord", "sc": "south, sud", "ec": "east, est"}.items()
}
# Fillers before a unit or a place.
FILLERS = frozenset(
    plain_words(
        "the of from in at on my our l la le les de du d des en a au aux dans un une mon ma notre "
        "move unit unite stationed based stationnee basee"
    )
)
# Words inside names that may be omitted: `Mer Nord`.
SMALL = frozenset(plain_words("of the de du d la le"))
KEYWORDS = frozenset(
    word
    for kind, phrases in PHRASES.items()
    if kind not in WHOLE_LINES
    for phrase in phrases.all
    for word in phrase
)
# Words that qualify or retract an order. No remark with one is ignored.
CONDITIONS = frozenset(
    plain_words(
        "if unless or else otherwise except only not never cancel cancelled canceled instead when "
        "until provided depending conditional si sinon sauf ou pas jamais annule annulee plutot "
        "lorsque quand condition seulement a moins"
    )
) - {"a"}
# Words that retract, correct or qualify something.
DOUBTS = frozenset(
    plain_words(
        "possible possibly perhaps maybe probably likely tentative tentatively provisional "
        "provisionally preliminary draft scratch scratched scrap scrapped strike stricken struck "
        "disregard disregarded ignore ignored void invalid wrong mistake mistaken error oops wait "
        "no nope don doesn dont forget drop dropped delete deleted replace replaced replaces "
        "change changed changes amend amended amendment correction corrected corrects actually "
        "rather mean meant depends depend depended subject pending confirm confirmed confirmation "
        "alternatively alternative alternate plan backup feint undo undone retract retracted "
        "withdrawn revoke revoked rescind rescinded abandon abandoned skip unsure undecided "
        "assuming assume case whether hmm tbc tbd todo supposing "
        "peut probablement eventuellement possiblement provisoire provisoires provisoirement "
        "brouillon confirmer confirme reserve selon pourvu barre barree raye rayee biffe biffee "
        "supprime supprimer supprimee oublie oublier oubliez ignorer ignorez non ne erreur faux "
        "finalement annuler annulez annulation corrige corrigee corriger rectification modifie "
        "modifiee modifier modification remplace remplacee remplacer remplacez changer voulais "
        "voulait feinte vrai attente attendre attendez doute depend dependra dependant invalide "
        "nul nulle abandonne abandonner cas tomber hypothese"
    )
)
# Labels that make the orders after their colon doubtful, without meaning elsewhere.
DOUBTFUL_LABELS = frozenset(
    plain_words(
        "preferred preference fallback option options keep keeping kept garde gardees gardes "
        "conserve conservees "
        "old older previous previously former earlier superseded obsolete outdated ancien ancienne "
        "anciens precedent precedents precedemment perime"
    )
)
# Words of harmless remarks in brackets.
HARMLESS = frozenset(
    plain_words(
        "please pls thanks thank you thx bounce bounced bounces standoff dislodged cut fails "
        "failed succeeds succeeded success ok okay as agreed arranged discussed with by and per "
        "coast north south east west northern southern eastern western nc sc ec cn cs ce "
        "svp merci rebond rebondit delogee delogee coupe echoue echec reussi reussit comme convenu "
        "convenus entendu discute avec la l le cote nord sud est ouest"
    )
)
# Results that judge programs write between stars in brackets.
JUDGED = HARMLESS | frozenset(
    plain_words("void no convoy disrupted destroyed invalid support illegal")
)
# Words that show that a line is about an order. Short ones do not count.
ORDER_WORDS = frozenset(
    word
    for kind in (HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE, WAIVE)
    for phrase in PHRASES[kind].all
    for word in phrase
    if len(word) > 3
) - frozenset(
    plain_words(
        "into onto with place dans vers pour part entre board rien pass passe passes passer tour "
        "hors quitte plateau position marche nouvelle cree aucune build son"
    )
) | {"build", "sup", "conv", "bld"}

# Words that may be alone on a line of a message.
POLITE = frozenset(
    plain_words(
        "hello hallo dear sirs thanks thank regards cheers best yours sincerely bonjour bonsoir "
        "salut cher chere merci cordialement amicalement amities bien salutations bises"
    )
)

OTHER_NAMES = {
    "APU": ["Apulie", "Puglia"],
    "BAR": ["Mer de Barentsz", "Barentz"],
    "BLA": ["Blk Sea", "MNo"],
    "BOT": ["Golfe de Botnie"],
    "CON": ["Istanbul"],
    "DEN": ["Danmark"],
    "EAS": ["East Mediterranean", "Mediterranee de l'Est", "Mediterranee Est"],
    "ENG": ["Channel", "La Manche"],
    "HEL": ["Heligoland Bight", "Baie de Heligoland", "Baie de Helgoland", "Heligoland"],
    "HOL": ["Netherlands", "Pays-Bas"],
    "LYO": ["Gulf of Lions", "Gulf of Lyons", "Lyons", "Golfe de Lyon", "GdL"],
    "MAO": [
        "Middle Atlantic Ocean",
        "Moyen Atlantique",
        "Atlantique Centre",
        "Atlantique Central",
        "Ocean Atlantique Moyen",
    ],
    "MOS": ["Moskva", "Moskau"],
    "MUN": ["Munick", "Muenchen", "Munchen"],
    "NAO": ["Atlantique du Nord", "Nord Atlantique", "Ocean Atlantique Nord"],
    "NAP": ["Napoli"],
    "NTH": ["N Sea", "Nth Sea"],
    # The book's sample game writes `F Edi-Nrv` for the sea; the land is as close a match.
    "NWG": ["Nrv"],
    "NWY": ["Nrv"],
    "ROM": ["Roma"],
    "RUM": ["Romania", "Roumania"],
    "SEV": ["Sebastopol"],
    "SKA": ["Skaggerak", "Skagerak"],
    "SMY": ["Izmir"],
    "STP": ["Saint Petersburg", "St-Petersbourg", "Petersburg", "Petersbourg", "Petrograd"],
    "TUN": ["Tunisia"],
    "TYR": ["Tirol"],
    "VEN": ["Venezia"],
    "VIE": ["Wien"],
    "WAL": ["Galles"],
    "WAR": ["Warschau", "Warszawa"],
    "YOR": ["Yks"],
    "WES": ["West Mediterranean", "Mediterranee de l'Ouest", "Mediterranee Ouest", "WMed"],
}
# Codes also used for another place, which is meant if only it is possible.
SHARED_CODES = {"liv": "LVP"}
# `Mer Baltique` may be called `Baltique`, `Gulf of Bothnia` simply `Bothnia`.
GENERIC = frozenset(("mer", "golfe", "baie", "gulf"))

# The names of the powers, which may be abbreviated, and their other names.
POWER_NAMES = {
    "AUSTRIA": "austria, austria hungary, autriche, autriche hongrie",
    "ENGLAND": "england, angleterre",
    "FRANCE": "france",
    "GERMANY": "germany, allemagne",
    "ITALY": "italy, italie",
    "RUSSIA": "russia, russie",
    "TURKEY": "turkey, turquie",
}
POWER_WORDS = {
    "AUSTRIA": "austrian, austrians, austro hungarian, austro hungarian empire, autrichien, "
    "autrichienne, austro hongrois, austro hongroise, empire austro hongrois",
    "ENGLAND": "english, britain, great britain, british, uk, united kingdom, anglais, anglaise, "
    "grande bretagne, britannique, royaume uni",
    "FRANCE": "french, francais, francaise",
    "GERMANY": "german, germans, german empire, allemand, allemande, empire allemand, deutschland",
    "ITALY": "italian, italians, italien, italienne, italia",
    "RUSSIA": "russian, russians, russian empire, russe, empire russe",
    "TURKEY": "turkish, turks, turc, turque, ottoman, ottomane, ottomans, ottoman empire, "
    "empire ottoman",
}
