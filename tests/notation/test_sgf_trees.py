"""Game trees: main lines, escapes, and texts that are made to cost time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.sgf_trees import Tree, escaped, game_trees, looks_like_sgf


def trees(text: str) -> list[Tree]:
    return list(game_trees(text))


def line_of(tree: Tree) -> list[str]:
    """The main line as the first value of each node's N."""
    return [node.value("N") for node in tree.nodes]


@pytest.mark.parametrize(
    "text",
    [
        "(;N[1];N[2];N[3])",
        "(;N[1];N[2](;N[3])(;N[x];N[y]))",
        "(;N[1](;N[2](;N[3])(;N[x]))(;N[x](;N[y])(;N[z])))",
        "(;N[1](;N[2](;N[3])))",
        "(;N[1]\n\t; N [2] garbage 7 ;Name[3] )",
    ],
)
def test_the_main_line_is_the_first_at_every_fork(text: str) -> None:
    [tree] = trees(text)
    assert line_of(tree) == ["1", "2", "3"]
    assert tree.closed


def test_variations_are_told_by_the_line_they_begin_on() -> None:
    [tree] = trees("(;N[1]\n(;N[2]\n(;N[3])\n(;N[x](;N[y])\n(;N[z])))\n(;N[x]))")
    assert line_of(tree) == ["1", "2", "3"]
    assert tree.variations == [4, 6]


def test_several_trees_and_what_stands_around_them() -> None:
    found = trees("Said before (and this too)\n(;N[1])\n) between (;N[2];N[3]) after")
    assert [line_of(tree) for tree in found] == [["1"], ["2", "3"]]
    assert [tree.line for tree in found] == [2, 3]


def test_values_and_their_escapes() -> None:
    [tree] = trees("(;N[a\\]b\\\\][second]C[one\\\ntwo\nthree(;)]N[third]\nW[\\:])")
    [node] = tree.nodes
    assert node.properties["N"].values == ["a]b\\", "second", "third"]
    assert node.value("C") == "onetwo\nthree(;)"
    assert (node.value("W"), node.properties["W"].line) == (":", 4)
    assert node.value("Z") == ""


@pytest.mark.parametrize("text", ["(;N[1];N[2]", "(;N[1];N[2]C[cut short", "(;N[1](;N[2])(;N[x"])
def test_what_is_cut_is_not_closed(text: str) -> None:
    [tree] = trees(text)
    assert line_of(tree) == ["1", "2"]
    assert not tree.closed


def test_a_value_that_is_cut_is_left_out() -> None:
    [tree] = trees("(;N[1];W[31he")
    assert line_of(tree) == ["1", ""]
    assert tree.nodes[1].value("W") == ""


@pytest.mark.parametrize("text", ["", "()", "(((", ")))(", ";;;", "[[[", "(;" * 0, "no tree"])
def test_what_holds_no_node_is_no_tree(text: str) -> None:
    assert trees(text) == []
    assert not looks_like_sgf(text)


@pytest.mark.parametrize(
    "piece", ["(;", "(", ")", ";", "[", "]", "\\", "(;W[", "W[]", "[\\]", "a", "\n", "(;)", "(;)("]
)
def test_much_of_anything_is_read_in_one_pass(piece: str) -> None:
    count = 100_000 // len(piece)
    for text in (piece * count, "(;" + piece * count, "(;W[" + piece * count):
        assert sum(len(tree.nodes) for tree in trees(text)) <= len(text)


@given(st.text())
def test_a_value_is_read_as_it_was_written(value: str) -> None:
    [tree] = trees(f"(;N[{escaped(value)}])")
    assert line_of(tree) == [value]
