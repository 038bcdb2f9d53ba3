"""What is remembered stays within its room and does not travel."""

import copy

import numpy as np

from pdedsl.optimize.expression import Node, number, variable
from pdedsl.optimize.known import Known


def test_room_is_not_exceeded():
    known = Known(100)
    for i in range(50):
        known.put(i, np.zeros(20))
        assert known.get(i) is not None
        assert sum(known.get(j) is not None for j in range(50)) <= 5
    known.put("large", np.zeros(26))
    assert known.get("large") is None


def test_equal_expressions_have_one_hash_in_every_process():
    once, again = Node("sin", (variable("u"),)), Node("sin", (variable("u"),))
    assert once == again
    assert hash(once) == hash(again)
    assert hash(number(1.0)) == hash(Node("num", value=1.0))
    sent = copy.deepcopy(once)
    assert sent == once
    assert "_hash" not in vars(sent)


def test_another_process_gets_it_empty():
    known = Known(100)
    known.put("a", np.zeros(3))
    sent = copy.deepcopy(known)
    assert sent.room == 100
    assert sent.get("a") is None
    assert known.get("a") is not None
