# Pays out, and says what became of it. A payout that is PENDING is not failed.
import json
import os
import time
import urllib.error
import urllib.request

request = urllib.request.Request(
    os.environ["PASARELA_URL"] + "/api/v1/payments/payout_hth",
    method="POST",
    headers={"Authorization": "Bearer " + os.environ["PASARELA_KEY"], "Content-Type": "application/json"},
    data=json.dumps({
        "service_code": "SPEI_MX",
        "amount": 250,
        "reference": f"salary-{time.time_ns()}",
        "account_type": "CLABE",
        "account": "012180000118359713",
    }).encode(),
)
try:
    with urllib.request.urlopen(request) as response:
        http, answer = response.status, json.load(response)
except urllib.error.HTTPError as refusal:
    http, answer = refusal.code, json.load(refusal)

payout = answer["data"]
if http >= 500:
    # Unknown: send the same request again, with the same reference.
    print("unknown:", answer["error"]["code"])
elif http == 409:
    # The reference belongs to an earlier transaction: read it before you pay again.
    print(answer["error"]["code"])
elif payout is None:
    # Refused: nothing happened, and the reference can be used again.
    print(answer["error"]["code"], answer["errors"])
elif answer["status"] == "error":
    # Surely failed: nothing was paid. Pay again with a new reference.
    print(payout["reference"], "failed:", answer["error"]["code"])
else:
    print(payout["reference"], "is", payout["status"])
