"""The Python client: the plays of 3-1 from the start, and why one play is none."""

import sys

from portes_referee_client import Client
from portes_referee_client.api.plays import check_play, list_legal_plays
from portes_referee_client.models import CheckPlayRequest, LegalPlaysRequest, Side
from problems import accepted

referee = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080")
start, turn, dice = "4HPwATDgc/ABMA", Side.WHITE, [3, 1]
question = LegalPlaysRequest(position_id=start, turn=turn, dice=dice)
legal = accepted(list_legal_plays.sync(client=referee, body=question))
print(f"{legal.play_count} plays, the first is {legal.plays[0].notation}")
attempt = CheckPlayRequest(position_id=start, turn=turn, dice=dice, notation="8/5 6/4")
verdict = accepted(check_play.sync(client=referee, body=attempt))
for violation in verdict.violations or []:
    print(f"{attempt.notation}: {violation.code}: {violation.message}")
