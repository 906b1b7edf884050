"""Tests of the cache: bounded, thread-safe, and no value is computed twice at once."""

import threading

import pytest

from companion.cache import Cache


def never_made() -> str:
    """Fail, because the value is already cached."""
    raise AssertionError("it was made a second time")


def test_a_caller_who_asks_while_a_value_is_made_gets_that_value() -> None:
    cache: Cache[str, str] = Cache(4)
    got: list[str] = []
    others = [
        threading.Thread(target=lambda: got.append(cache.get("key", never_made))) for _ in range(5)
    ]

    def make() -> str:
        for other in others:
            other.start()
        return "value"

    assert cache.get("key", make) == "value"
    for other in others:
        other.join()
    assert got == ["value"] * 5


def test_a_value_that_is_not_to_be_kept_is_made_by_each() -> None:
    cache: Cache[str, str] = Cache(4)
    assert cache.get("key", lambda: "short", keep=lambda value: value != "short") == "short"
    assert cache.get("key", lambda: "other") == "other"
    assert cache.get("key", never_made) == "other"


def test_a_caller_who_waits_for_a_value_that_fails_makes_their_own() -> None:
    cache: Cache[str, str] = Cache(4)
    got: list[str] = []
    other = threading.Thread(target=lambda: got.append(cache.get("key", lambda: "value")))

    def fail() -> str:
        other.start()
        return never_made()

    with pytest.raises(AssertionError):
        cache.get("key", fail)
    other.join()
    assert got == ["value"]


def test_the_values_asked_for_last_are_kept() -> None:
    cache: Cache[str, str] = Cache(2)
    for key in ("one", "two", "one", "three"):
        cache.get(key, lambda key=key: key)
    assert cache.get("one", never_made) == "one"
    assert cache.find("two") is None
    assert len(cache) == 2


def test_a_value_that_may_not_go_stays_beyond_the_bound() -> None:
    cache: Cache[int, str] = Cache(2, evictable=lambda value: value == "done")
    for key, value in enumerate(("begun", "done", "begun", "done", "begun")):
        cache.put(key, value)
    assert [value for _, value in cache.items()] == ["begun", "begun", "begun"]


def test_a_change_sees_the_value_before_it() -> None:
    cache: Cache[str, int] = Cache(2)
    threads = [
        threading.Thread(target=lambda: cache.update("key", lambda n: (n or 0) + 1))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.find("key") == 8
    cache.drop("key")
    assert cache.find("key") is None
