"""Chance: every number can be checked with nothing but SHA-256, and all are equally likely."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import msgspec
import pytest

from entente.kernel import Chance, seed_hash


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as RFC 2104 defines it, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def number_by_hand(seed: str, count: int) -> int:
    """The recipe of the documentation: the first eight bytes, big-endian."""
    return int.from_bytes(hmac_by_hand(seed.encode(), str(count).encode())[:8], "big")


def test_our_hmac_by_hand_is_the_one_of_rfc_4231() -> None:
    """Test case 2 of the RFC."""
    digest = hmac_by_hand(b"Jefe", b"what do ya want for nothing?")
    assert digest.hex() == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


@pytest.mark.parametrize("seed", ["", "7", "sarajevo", "Przemyśl, 22 mars 1915"])
@pytest.mark.parametrize("faces", [2, 6, 20, 114])
def test_every_number_follows_from_the_seed_and_the_count(seed: str, faces: int) -> None:
    chance = Chance(seed)
    assert chance.dice(50, faces) == [number_by_hand(seed, n) % faces + 1 for n in range(50)]
    assert chance.count == 50


@pytest.mark.parametrize("seed", ["sarajevo", "s" * 64, "longer than a block of SHA-256: " * 3])
def test_the_standard_library_alone_can_verify_the_dice(seed: str) -> None:
    rolled = Chance(seed).dice(10)
    key = seed.encode()
    checked = [
        int.from_bytes(hmac.new(key, b"%d" % n, hashlib.sha256).digest()[:8], "big") % 6 + 1
        for n in range(10)
    ]
    assert rolled == checked


def test_the_first_dice_of_a_known_seed_never_change() -> None:
    """If this fails, old records no longer replay."""
    assert Chance("sarajevo").dice(12) == [5, 2, 5, 2, 2, 5, 2, 5, 5, 5, 6, 4]


def test_the_published_hash_is_the_sha256_of_the_seed() -> None:
    assert seed_hash("sarajevo") == hashlib.sha256(b"sarajevo").hexdigest()


def test_numbers_that_would_favour_some_results_are_passed_over() -> None:
    """With 3 * 2**62 results, every fourth number would count twice."""
    bound, chance = 3 << 62, Chance("7")
    kept = [n for n in (number_by_hand("7", count) for count in range(40)) if n < bound]
    assert len(kept) < 40
    assert [chance.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 100])
def test_all_results_are_equally_likely(bound: int) -> None:
    """With 600 draws a result, a share off by a third is eight standard deviations away."""
    chance = Chance("uniform")
    counts = Counter(chance.below(bound) for _ in range(600 * bound))
    assert set(counts) == set(range(bound))
    assert all(400 < count < 800 for count in counts.values())


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    chance, counts = Chance("shuffle"), Counter[str]()
    for _ in range(600 * 24):
        cards = list("abcd")
        chance.shuffle(cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert all(400 < count < 800 for count in counts.values())


def test_a_draw_is_as_likely_as_there_are_things_of_its_kind() -> None:
    chance, counts = Chance("pouch"), Counter[str]()
    for _ in range(6000):
        bag = {"gun": 1, "horse": 2, "foot": 3}
        item = chance.draw(bag, ("foot", "gun", "horse"))
        counts[item] += 1
        assert sum(bag.values()) == 5
    assert 800 < counts["gun"] < 1200
    assert 1800 < counts["horse"] < 2200
    assert 2700 < counts["foot"] < 3300


def test_a_draw_does_not_depend_on_the_order_of_the_bag() -> None:
    order = ("a", "b", "c")
    one, other = Chance("7"), Chance("7")
    bag, turned = {"a": 5, "b": 5, "c": 5}, {"c": 5, "b": 5, "a": 5}
    drawn = [one.draw(bag, order) for _ in range(15)]
    assert drawn == [other.draw(turned, order) for _ in range(15)]
    assert bag == turned == {}


def test_a_draw_wants_an_order_that_knows_everything_in_the_bag() -> None:
    with pytest.raises(ValueError, match="not in the given order"):
        Chance("7").draw({"a": 1}, ("b",))


def test_scripted_dice_come_first_and_in_order() -> None:
    chance = Chance("7", script=[6, 1, 4])
    assert chance.dice(2) == [6, 1]
    assert chance.die() == 4
    assert chance.script == []
    assert chance.die() == number_by_hand("7", 3) % 6 + 1


def test_scripted_dice_count_as_chance_used() -> None:
    """Undo asks the count whether something random was shown."""
    chance = Chance("7", script=[6])
    chance.die()
    assert chance.count == 1


def test_a_copy_goes_its_own_way() -> None:
    chance = Chance("7", script=[6, 5])
    copy = chance.copy()
    assert copy == chance
    assert copy.dice(5) == chance.copy().dice(5)
    assert (chance.count, chance.script) == (0, [6, 5])


def test_two_generators_do_not_share_their_scripts() -> None:
    one, other = Chance("7"), Chance("7")
    one.script.append(6)
    assert other.script == []


def test_a_generator_is_the_same_after_json() -> None:
    chance = Chance("Przemyśl", 12, [3])
    assert msgspec.json.decode(msgspec.json.encode(chance), type=Chance) == chance
