"""The API rules on the README's question, through its Service."""

import json
import os
import urllib.request

QUESTION = {
    "turn": "white",
    "dice": [3, 1],
    "position": {
        "white": {"points": {"3": 1}, "borne_off": 14},
        "black": {"points": {"6": 2}, "borne_off": 13},
    },
}

request = urllib.request.Request(
    os.environ["API_URL"] + "/v1/plays",
    json.dumps(QUESTION).encode(),
    {"Content-Type": "application/json"},
)
with urllib.request.urlopen(request, timeout=10) as answer:
    plays = json.load(answer)["plays"]
notations = [play["notation"] for play in plays]
assert notations == ["3/2/off"], notations
print("both dice are played:", *notations)
