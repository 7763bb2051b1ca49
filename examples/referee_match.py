"""Referees one match to 3 points over HTTP, as a frontend would: the service decides everything.

Two players who know nothing of the rules roll dice, pick a legal play and now and then double. All
they keep is the game state that the service answered last, and send it back with what comes next.

    python examples/referee_match.py [http://127.0.0.1:8080]
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any

SERVICE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
RULES = {"ruleset": "backgammon", "match": {"length": 3, "score": {"white": 0, "black": 0}}}

chance = random.Random(30)  # the same match every time
events: list[dict[str, Any]] = []  # the record of the match, for the last question


def ask(path: str, question: dict[str, Any]) -> dict[str, Any]:
    """The service's answer; it raises HTTPError where the question is wrong."""
    request = urllib.request.Request(
        SERVICE + path, json.dumps(question).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        answer: dict[str, Any] = json.load(response)
    return answer


def roll() -> list[int]:
    return [chance.randint(1, 6), chance.randint(1, 6)]


def open_game(state: dict[str, Any]) -> dict[str, Any]:
    """Rolls until somebody starts; the starter plays these dice."""
    while True:
        white, black = roll()
        events.append({"event": "opening_roll", "rolls": {"white": white, "black": black}})
        opening = ask("/v1/openings", {**state, "rolls": events[-1]["rolls"]})
        if opening["decision"] == "start":
            print(f"  White throws {white}, Black {black}: {opening['starter']} starts")
            state = opening["next"]
            return state
        print(f"  White throws {white}, Black {black}: both throw again")


def act(state: dict[str, Any], action: str) -> dict[str, Any]:
    answer = ask("/v1/cube/apply", {**state, "action": action})
    if action != "roll":
        events.append({"event": action, "player": answer["player"]})
        print(f"  {answer['player']} {action}s")
    return answer


def before_roll(state: dict[str, Any]) -> dict[str, Any]:
    """Doubles now and then, where that is legal; answers the rolled state, or the result."""
    actions = {ruling["action"]: ruling for ruling in ask("/v1/cube/actions", state)["actions"]}
    if actions["double"]["legal"] and chance.random() < 0.08:
        offered = act(state, "double")["next"]
        answer = act(offered, "take" if chance.random() < 0.7 else "drop")
        if "result" in answer:
            return answer
        state = answer["next"]
    return act(state, "roll")


def play(state: dict[str, Any]) -> dict[str, Any]:
    """Picks one of the legal plays; answers the next state, or the result."""
    legal = ask("/v1/plays", state)
    chosen = chance.choice(legal["plays"])["notation"] if legal["plays"] else "pass"
    events.append(
        {"event": "play", "player": state["turn"], "dice": state["dice"], "notation": chosen}
    )
    return ask("/v1/plays/apply", {**state, "notation": chosen})


def game(state: dict[str, Any]) -> dict[str, Any]:
    """One game from its opening roll to its result."""
    answer = play(open_game(state))
    plays = 1
    while "result" not in answer:
        answer = before_roll(answer["next"])
        if "result" not in answer:
            answer = play({**answer["next"], "dice": roll()})
            plays += 1
    print(f"  {plays} plays")
    result: dict[str, Any] = answer["result"]
    return result


def main() -> None:
    state: dict[str, Any] = RULES
    for number in range(1, 10):
        crawford = ask("/v1/matches/crawford", state)
        kind = "the Crawford game" if crawford["crawford_game"] else "game"
        print(f"{kind} {number}" if kind == "game" else f"game {number}, {kind}")
        result = game(state)
        score = result["match"]["score"]
        print(
            f"  {result['winner']} wins {result['points']} ({result['label']}): "
            f"White {score['white']}, Black {score['black']}"
        )
        if result["match"]["over"]:
            break
        state = result["next"]
    replay = ask("/v1/matches/replay", {"ruleset": "backgammon", "length": 3, "events": events})
    print(
        f"replayed: {len(events)} events, legal {replay['legal']}, {replay['match']['winner']} wins"
    )


if __name__ == "__main__":
    main()
