"""Reading what a person types: canonical, in either language, shortened, or unclear."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import Amount, Catalog, Choose, Form, ListOf, Menu, OneOf, Pick, Slots, Text
from entente.kernel.reading import Fit, beginning, fit, meant, named, read, spell

EN = Catalog(
    "en",
    {
        "names.verb.move": "move",
        "names.verb.lose": "lose",
        "names.verb.hold": "hold",
        "names.tile.germany-infantry": "German infantry",
        "names.tile.germany-artillery": "German artillery",
        "names.region.berlin": "Berlin",
        "names.region.belgium": "Kingdom of Belgium",
        "names.region.hungary": "Kingdom of Hungary",
    },
)
FR = Catalog(
    "fr",
    {
        "names.verb.move": "déplacer",
        "names.verb.lose": "perdre",
        "names.verb.hold": "tenir",
        "names.verb.pay": "payer",
        "names.verb.treaty": "traité",
        "names.tile.germany-infantry": "infanterie allemande",
        "names.tile.germany-artillery": "artillerie allemande",
        "names.region.berlin": "Berlin",
        "names.region.belgium": "royaume de Belgique",
        "names.region.hungary": "royaume de Hongrie",
    },
)
TO_BELGIUM = "move germany-infantry berlin belgium"
TO_HUNGARY = "move germany-infantry berlin hungary"
GUNS = "move germany-artillery berlin belgium"
MENU = Choose((TO_BELGIUM, TO_HUNGARY, GUNS, "hold"))
LOSSES = Pick("lose", {"germany-infantry": 3, "germany-artillery": 2}, 3)


@pytest.mark.parametrize(
    ("text", "catalog"),
    [
        (TO_BELGIUM, EN),
        (TO_BELGIUM, FR),
        ("  move   germany-infantry berlin  belgium ", EN),
        ("MOVE Germany-Infantry Berlin Belgium", EN),
        ("move german-infantry berlin kingdom-of-belgium", EN),
        ("déplacer infanterie-allemande berlin royaume-de-belgique", FR),
        ("deplacer infanterie-allemande berlin royaume-de-belgique", FR),
        ("m ger-inf ber bel", EN),
        ("mo g-i b b", EN),
        ("dép inf-all ber royaume-de-b", FR),
        ("move inf ber royaume-de-b", FR),
    ],
)
def test_a_clear_line_is_read_as_its_action(text: str, catalog: Catalog) -> None:
    assert read(text, MENU, catalog) == [TO_BELGIUM]


def test_whole_words_go_before_beginnings() -> None:
    menu = Choose(("go rome", "go rome-north", "goad rome"))
    assert read("go rome", menu, EN) == ["go rome"]
    assert read("GO ROME", menu, EN) == ["go rome"]
    assert read("go rom", menu, EN) == ["go rome", "go rome-north"]
    assert read("goa rom", menu, EN) == ["goad rome"]
    assert read("g rome", menu, EN) == ["go rome", "goad rome"]
    assert read("g rom", menu, EN) == ["go rome", "go rome-north", "goad rome"]


def test_neither_of_two_that_fit_better_elsewhere_is_preferred() -> None:
    menu = Choose(("go rome-north", "goad rome"))
    assert read("go rome", menu, EN) == ["go rome-north", "goad rome"]


def test_an_unclear_line_gives_all_that_it_may_mean() -> None:
    assert read("move ger-inf berlin kingdom", MENU, EN) == [TO_BELGIUM, TO_HUNGARY]
    assert read("m ger ber b", MENU, EN) == [TO_BELGIUM, GUNS]


@pytest.mark.parametrize(
    "text",
    ["", "  ", "—", "— — — —", "move", "move ger-inf berlin", "march", "hold fast", "tenir"],
)
def test_meaningless_text_gives_nothing(text: str) -> None:
    assert read(text, MENU, EN) == []


# -- names without a verb


def test_a_name_alone_is_all_that_can_be_done_with_it() -> None:
    menu = Choose(("go rome", "go berlin", "stay berlin", "hold"))
    assert read("rome", menu, EN) == ["go rome"]
    assert read("Rom", menu, EN) == ["go rome"]
    assert read("berlin", menu, EN) == ["go berlin", "stay berlin"]
    assert read("german infantry berlin belgium", MENU, EN) == [TO_BELGIUM]
    assert read("infanterie allemande berlin hongrie", MENU, FR) == [TO_HUNGARY]


def test_a_word_that_begins_a_verb_is_no_name() -> None:
    menu = Choose(("rome north", "go rome"))
    assert read("rome", menu, EN) == []
    assert read("rom", menu, EN) == []


def test_two_letters_are_no_name_unless_they_are_all_of_it() -> None:
    menu = Choose(("go rome", "go ur"))
    assert read("ro", menu, EN) == []
    assert read("ur", menu, EN) == ["go ur"]


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("royaume de hongrie", ["hungary"]),
        ("Berlin", ["berlin"]),
        ("infanterie allemande hongrie", ["germany-infantry", "hungary"]),
        ("déplacer berlin", []),
        ("dép berlin", []),
        ("berlin lune", []),
        ("lune", []),
        ("", []),
    ],
)
def test_the_things_that_a_line_without_a_verb_names(text: str, things: list[str]) -> None:
    """Also those that are not on the menu."""
    assert named(text, Choose(("move germany-infantry berlin belgium", "hold")), FR) == things


def test_forms_for_use_inside_sentences_are_not_typed() -> None:
    texts = {"names.region_in.rome": "in Rome", "names.a_thing.city": "a city"}
    catalog = Catalog("en", {**texts, "names.region.rome": "Rome"})
    assert catalog.called == {"rome": "Rome"}
    assert spell("go city", Choose(("go rome",)), catalog) == "go city"


# -- names with numbers, names of several words


TURMOIL = Catalog(
    "fr",
    {
        "names.verb.place": "placer",
        "names.verb.ops": "ops",
        "names.verb.event": "événement",
        "names.verb.check": "test",
        "names.verb.shift": "déplacer",
        "names.space.vienna": "Vienne",
        "names.space.viennese_secession": "Sécession viennoise",
        "names.space.alsace_lorraine": "Alsace-Lorraine",
        "names.space.french_catholic_church": "Église catholique française",
        "names.space.ah_catholic_church": "Église catholique austro-hongroise",
        "names.space.baltic_states": "États baltes",
        "names.space.paris": "Paris",
        "names.space.court": "Cour de Paris",
        "names.space.saint_petersburg": "Saint-Pétersbourg",
        "names.card.C1": "Amiral von Tirpitz",
        "names.card.C19": "Union de libération",
        "names.card.C23": "Troisième ministère / Okhrana",
        "names.card.C78": "Révolution de 1905",
        "names.box.box1": "Cuirassé HMS",
        "names.box.box10": "Classe König",
    },
)
SPACES = (
    *("vienna", "viennese_secession", "alsace_lorraine", "french_catholic_church"),
    *("ah_catholic_church", "baltic_states", "saint_petersburg"),
)
PLACES = Choose(tuple(f"place {space}" for space in SPACES))
HAND = Choose(("ops C19", "event C19", "ops C23", "event C23", "ops C78"))


@pytest.mark.parametrize("text", ["ev C1", "event c1", "ops 1", "ops C2", "ops C7"])
def test_a_number_is_not_the_beginning_of_a_longer_one(text: str) -> None:
    assert read(text, HAND, TURMOIL) == []


def test_a_number_is_typed_whole() -> None:
    assert read("ev c19", HAND, TURMOIL) == ["event C19"]
    assert read("place box1", Choose(("place box10",)), TURMOIL) == []
    assert read("place box10", Choose(("place box1", "place box10")), TURMOIL) == ["place box10"]
    assert read("ops rév-de-190", HAND, TURMOIL) == []
    assert read("choose S1", Choose(("choose S10",)), EN) == []


def test_a_whole_name_goes_before_the_beginning_of_another_word_by_word() -> None:
    assert read("pl vienne", PLACES, TURMOIL) == ["place vienna"]
    assert read("pl vienn", PLACES, TURMOIL) == ["place vienna", "place viennese_secession"]


def test_the_name_of_a_thing_that_is_not_on_the_menu_begins_no_other() -> None:
    others = Choose(("place viennese_secession", "place court", "place baltic_states"))
    assert read("pl vienne", others, TURMOIL) == []
    assert read("placer paris", others, TURMOIL) == []
    assert read("placer cour", others, TURMOIL) == ["place court"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("placer alsace lorraine", "place alsace_lorraine"),
        ("pl alsace lor", "place alsace_lorraine"),
        ("placer église catholique française", "place french_catholic_church"),
        ("placer Église catholique austro hongroise", "place ah_catholic_church"),
        ("placer eglise catholique fr", "place french_catholic_church"),
        ("placer saint pétersbourg", "place saint_petersburg"),
    ],
)
def test_a_name_of_several_words_may_be_typed_with_spaces(text: str, action: str) -> None:
    assert read(text, PLACES, TURMOIL) == [action]


def test_two_names_of_several_words() -> None:
    menu = Choose(
        tuple(f"shift {a} {b}" for a in SPACES for b in SPACES if a != b and b != "vienna")
    )
    line = "déplacer église catholique française alsace lorraine"
    assert read(line, menu, TURMOIL) == ["shift french_catholic_church alsace_lorraine"]
    assert read("dép vienne états baltes", menu, TURMOIL) == ["shift vienna baltic_states"]


def test_cards_by_several_words_of_their_names() -> None:
    assert read("ops troisième ministère", HAND, TURMOIL) == ["ops C23"]
    assert read("ops révolution de 1905", HAND, TURMOIL) == ["ops C78"]
    assert read("ops union de -19", HAND, TURMOIL) == []
    assert read("ops union — libération", HAND, TURMOIL) == []


def test_a_word_from_inside_one_name_means_that_name() -> None:
    assert read("ops okhrana", HAND, TURMOIL) == ["ops C23"]
    assert read("ops ministère okhr", HAND, TURMOIL) == ["ops C23"]
    assert read("ops 1905", HAND, TURMOIL) == ["ops C78"]
    assert read("placer baltes", PLACES, TURMOIL) == ["place baltic_states"]
    assert read("placer catholique", PLACES, TURMOIL) == [
        "place french_catholic_church",
        "place ah_catholic_church",
    ]
    assert read("placer ba", PLACES, TURMOIL) == ["place baltic_states"]  # its English id
    assert read("placer pé", PLACES, TURMOIL) == []


def test_a_line_without_end_is_not_cut_in_every_way() -> None:
    line = ("placer" + " la" * 5000).strip()
    assert read(line, PLACES, TURMOIL) == []
    assert spell(line, PLACES, TURMOIL) == line


def test_how_well_a_word_fits_a_name() -> None:
    name = "troisieme-ministere-okhrana"
    assert fit(name, name) is Fit.WHOLE
    assert fit("trois-min", name) is Fit.BEGINNING
    assert fit("min-okh", name) is Fit.INSIDE
    assert fit("ok", name) is Fit.NOT
    assert fit("okhrana-min", name) is Fit.NOT
    assert fit("", name) is Fit.NOT
    assert fit("-1", "done") is Fit.NOT


def test_the_meanings_of_a_word_likeliest_first() -> None:
    assert list(meant("Vienne", SPACES, TURMOIL)) == [["vienna"], [], []]
    assert list(meant("église", SPACES, TURMOIL)) == [
        [],
        ["french_catholic_church", "ah_catholic_church"],
        [],
    ]
    assert next(iter(meant("états baltes", SPACES, TURMOIL))) == ["baltic_states"]
    assert list(meant("baltes", SPACES, TURMOIL)) == [[], [], ["baltic_states"]]


def test_the_actions_that_begin_with_a_line() -> None:
    assert beginning("move ger-art", MENU, EN) == [GUNS]
    assert beginning("", MENU, EN) == []


# -- picks


@pytest.mark.parametrize(
    ("text", "catalog"),
    [
        ("lose germany-infantry germany-infantry germany-artillery", EN),
        ("lose germany-artillery germany-infantry germany-infantry", FR),
        ("lose ger-inf 2 ger-art", EN),
        ("lose ger-art ger-inf 2", EN),
        ("l german-inf german-art german-inf", EN),
        ("perdre infanterie-allemande 2 artillerie-allemande", FR),
        ("per inf 2 art 1", FR),
        ("perdre infanterie allemande 2 artillerie allemande", FR),
        ("lose German artillery German infantry 2", EN),
        ("lose infantry 2 artillery", EN),
    ],
)
def test_a_pick_is_read_in_any_order_shortened_and_counted(text: str, catalog: Catalog) -> None:
    action = "lose germany-infantry germany-infantry germany-artillery"
    assert read(text, LOSSES, catalog) == [action]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "—",
        "win ger-inf 3",
        "lose",
        "lose 3",
        "lose ger-inf 4",
        "lose ger-inf 2",
        "lose ger-inf 2 ger-art 0",
        "lose ger 3",
        "lose cavalry 3",
        "lose — 3",
        "lose ger-inf 99999999999999999",
        f"lose ger-inf {'9' * 5000}",
    ],
)
def test_a_pick_that_cannot_be_gives_nothing(text: str) -> None:
    assert read(text, LOSSES, EN) == []


# -- amounts


def test_an_amount_is_read_in_either_language() -> None:
    assert read("payer 3", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("pay 03", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("p 3", Amount("pay", 0, 5), FR) == ["pay 3"]
    assert read("p 6", Amount("pay", 0, 5), FR) == []


def test_a_negative_amount_is_not_mistaken_for_its_opposite() -> None:
    assert read("payer -3", Amount("pay", -5, 5), FR) == ["pay -3"]
    assert read("payer 3", Amount("pay", -5, 5), FR) == ["pay 3"]
    assert read("payer -2", Choose(("pay 2", "pay -2")), FR) == ["pay -2"]


def test_an_amount_out_of_a_long_range_is_read() -> None:
    assert read("payer 5000", Amount("pay", 0, 1_000_000), FR) == ["pay 5000"]


@pytest.mark.parametrize("text", ["payer", "payer —", "payer trois", "payer 3 4", "— 3", ""])
def test_an_amount_that_is_none_gives_nothing(text: str) -> None:
    assert read(text, Amount("pay", 0, 5), FR) == []


# -- the rulebook's own notation


ORDERS: Menu = Slots({"A VIE": ("A VIE H", "A VIE - TRI"), "F TRI": ("F TRI H", "F TRI - VEN")})


@pytest.mark.parametrize(
    "text",
    ["A VIE - TRI; F TRI H", "F TRI H; A VIE - TRI", "a vie - tri; f tri h", "A V - T; F T H"],
)
def test_orders_are_read_in_their_notation(text: str) -> None:
    assert read(text, ORDERS, EN) == ["A VIE - TRI; F TRI H"]


def test_choices_for_slots_are_read_in_the_reader_s_language() -> None:
    catalog = Catalog("fr", {"names.verb.attack": "attaquer", "names.area.burma": "Birmanie"})
    menu = Slots({"burma": ("attack burma", "no"), "siam": ("attack siam", "decline siam")})
    assert read("attaquer siam; attaquer birmanie", menu, catalog) == ["attack burma; attack siam"]
    assert read("attaquer siam; attaquer siam", menu, catalog) == []
    assert read("attaquer siam; attaquer laos", menu, catalog) == []


def test_a_dash_is_a_dash_and_nothing_else() -> None:
    assert read("— — — — — — —", ORDERS, EN) == []


def test_a_form_is_read_with_its_verb_in_either_language() -> None:
    menu = Form("treaty", {"with": Choose(("berlin", "belgium")), "gold": Amount("pay", 0, 2)})
    assert read("traité with=berlin; gold=pay 2", menu, FR) == ["treaty with=berlin; gold=pay 2"]
    assert read("treaty gold=pay 2;with=berlin", menu, FR) == ["treaty with=berlin; gold=pay 2"]


# -- asking why not


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("move germany-infantry berlin paris", "move germany-infantry berlin paris"),
        ("déplacer infanterie-allemande berlin paris", "move germany-infantry berlin paris"),
        ("dép inf ber royaume-de-h", "move germany-infantry berlin hungary"),
        ("perdre artillerie", "lose germany-artillery"),
        ("déplacer infanterie allemande berlin paris", "move germany-infantry berlin paris"),
        (
            "déplacer infanterie allemande berlin royaume de h",
            "move germany-infantry berlin hungary",
        ),
        ("perdre belgique", "lose belgium"),
        ("perdre allemande", "lose allemande"),
        ("chanter la Marseillaise", "chanter la Marseillaise"),
        ("hold 3", "hold 3"),
        ("", ""),
    ],
)
def test_a_line_is_spelled_in_canonical_words_as_far_as_they_are_known(
    text: str, spelled: str
) -> None:
    assert spell(text, MENU, FR) == spelled


LISTS = OneOf(
    (
        Choose((TO_BELGIUM, TO_HUNGARY)),
        Choose(("hold",)),
        Form("treaty", {"with": Choose(("berlin", "belgium"))}),
    )
)


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("perdre artillerie", "lose germany-artillery"),
        ("déplacer infanterie allemande berlin paris", "move germany-infantry berlin paris"),
        ("traité with=paris", "treaty with=paris"),
        ("perdre x=berlin", "perdre x=berlin"),
    ],
)
def test_beside_a_form_a_line_is_spelled_like_any_other(text: str, spelled: str) -> None:
    assert spell(text, LISTS, FR) == spelled
    assert named("royaume de Hongrie", LISTS, FR) == ["hungary"]
    assert beginning("déplacer", LISTS, FR) == [TO_BELGIUM, TO_HUNGARY]


def test_a_possible_action_goes_before_another_thing_of_the_same_name() -> None:
    """`france` is a power, and the home of an army is called France as well."""
    names = {"names.power.france": "France", "names.place.home_france": "France"}
    menu = Choose(("march 1 home_france", "hold"))
    assert spell("march 3 france", menu, Catalog("fr", names)) == "march 3 home_france"


def test_of_several_lists_the_one_that_fits_best_is_meant() -> None:
    menu = OneOf((Choose(("hold",)), Choose(("holdings berlin",))))
    assert read("hold", menu, EN) == ["hold"]
    assert read("Berlin", menu, EN) == ["holdings berlin"]
    assert read("hol", menu, EN) == ["hold"]


def test_a_word_made_of_others_is_written_and_read_in_their_words() -> None:
    names = {"names.region.hungary": "royaume de Hongrie", "names.region.belgium": "Belgique"}
    catalog = Catalog("fr", names)
    assert catalog.write("sign belgium.hungary-12") == "sign belgique.royaume-de-hongrie-12"
    menu = Choose(("sign belgium.hungary-12", "sign belgium.hungary-2"))
    assert read("sign belgique.royaume-de-hongrie-2", menu, catalog) == ["sign belgium.hungary-2"]
    assert read("sign belgium.hungary-12", menu, catalog) == ["sign belgium.hungary-12"]
    assert catalog.write("sign paris.hungary-1") == "sign paris.hungary-1"


def test_a_thing_is_found_by_each_of_its_names() -> None:
    catalog = Catalog("fr", {"names.clause.lower": "abaissement", "names.verb.lower": "abaisser"})
    for typed in ("abaissement", "abaisser", "lower"):
        assert read(typed, Choose(("lower", "raise")), catalog) == ["lower"]


def test_choices_for_slots_are_left_in_the_notation_of_the_game() -> None:
    menu = Slots({"A VIE": ("A VIE H",)})
    assert spell("  A vie  - tri ", menu, FR) == "A vie - tri"


# -- forms, lists and texts

CLAUSE = OneOf(
    (
        Form("cede", {"area": Choose(("egypt", "tunis")), "to": Choose(("italy", "france"))}),
        Amount("pay", 1, 3),
        Choose(("peace",)),
    )
)
TREATY = Form(
    "treaty",
    {
        "with": Choose(("italy", "france")),
        "until": Amount("year", 1, 9),
        "clauses": ListOf("", CLAUSE, 1, 3),
        "reward": CLAUSE,
        "note": Text("say", 1, 20),
    },
    optional=("until", "reward", "note"),
)
WORDS = {
    "names.verb.treaty": "traité",
    "names.verb.cede": "céder",
    "names.verb.pay": "payer",
    "names.power.italy": "Italie",
    "names.power.france": "France",
    "names.area.egypt": "Égypte",
    "names.field.with": "avec",
    "names.field.note": "mot",
}
FORMS = Catalog("fr", WORDS)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        (
            "traité avec=ita; clauses=[céder area=égypte; to=fra]",
            "treaty with=italy; clauses=[cede area=egypt; to=france]",
        ),
        (
            "treaty with=france; clauses=[pay 2 | peace]; until=3",
            "treaty with=france; until=year 3; clauses=[pay 2 | peace]",
        ),
        (
            "tr w=fr; cl=peace; note=say the  word",
            'treaty with=france; clauses=[peace]; note=say "the  word"',
        ),
        (
            "tr w=fr; cl=[p 2]; rew=peace; mot=hello",
            'treaty with=france; clauses=[pay 2]; reward=(peace); note=say "hello"',
        ),
        (
            'tr w=fr; cl=[pea]; no="italy;  = ["',
            'treaty with=france; clauses=[peace]; note=say "italy;  = ["',
        ),
    ],
)
def test_a_form_is_read_with_shortened_words_and_without_what_goes_without_saying(
    typed: str, action: str
) -> None:
    assert read(typed, TREATY, FORMS) == [action]


def test_a_part_of_a_form_that_may_mean_two_things_gives_both() -> None:
    assert read("treaty with=italy; clauses=[cede area=egypt; to=italy | p]", TREATY, FORMS) == [
        "treaty with=italy; clauses=[cede area=egypt; to=italy | peace]"
    ]
    offer = Form("offer", {"area": Choose(("new-york", "new-jersey", "ohio"))})
    assert read("offer area=new", offer, FORMS) == ["offer area=new-york", "offer area=new-jersey"]


def test_an_action_written_in_a_language_is_read_as_that_action() -> None:
    rng = Random(1914)
    for action in {TREATY.sample(rng) for _ in range(50)}:
        assert read(FORMS.write(action), TREATY, FORMS) == [action]


def test_the_words_of_a_text_are_not_translated() -> None:
    written = FORMS.write('treaty with=italy; clauses=[peace]; note=say "with  italy treaty"')
    assert written == 'traite avec=italie; clauses=[peace]; mot=say "with  italy treaty"'


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("tr avec=italie; until=10", "treaty with=italy; until=10"),
        ("tr cl=[payer 9 | céder area=rome]", "treaty clauses=[pay 9 | cede area=rome]"),
        ("tr what=x; reward=cede area=x", "treaty what=x; reward=(cede area=x)"),
        ("treaty clauses=[peace", "treaty clauses=[peace"),
        ("tribute", "tribute"),
    ],
)
def test_a_form_that_is_not_allowed_is_spelled_as_far_as_it_is_clear(
    typed: str, spelled: str
) -> None:
    assert spell(typed, TREATY, FORMS) == spelled


def test_a_hostile_line_for_a_form_is_read_as_nothing() -> None:
    for line in (
        "tr " + "cl=[" * 16000,
        "tr cl=[" + "pay 1|" * 10000 + "]",
        "tr " + ";w=f" * 20000,
    ):
        assert read(line, TREATY, FORMS) == []
        assert spell(line, TREATY, FORMS)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("3", ["pay 3"]),
        (" -2 ", ["pay -2"]),
        ("03", ["pay 3"]),
        ("9", []),
        ("1 2", []),
        ("x", []),
        ("-", []),
    ],
)
def test_a_number_is_accepted_where_one_is_due(text: str, actions: list[str]) -> None:
    assert read(text, Amount("pay", -2, 3), EN) == actions


def test_an_ambiguous_number_is_asked_about() -> None:
    several = OneOf((Amount("pay", 0, 3), Amount("bid", 0, 3)))
    assert read("2", several, EN) == ["pay 2", "bid 2"]
    assert read("2", OneOf((Amount("pay", 0, 3), Choose(("pass",)))), EN) == ["pay 2"]


def test_a_number_out_of_bounds_is_spelled_with_its_verb() -> None:
    assert spell("9", Amount("pay", -2, 3), EN) == "pay 9"
