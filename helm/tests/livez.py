"""The operations port answers, through its Service."""

import os
import urllib.request

with urllib.request.urlopen(os.environ["OPS_URL"] + "/livez", timeout=10) as answer:
    body = answer.read().decode()
assert body == '{"status":"ok"}', body
print("alive:", body)
