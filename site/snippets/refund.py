# Gives a part of a paid pay-in back. The first two calls make a paid one.
import json
import os
import time
import urllib.error
import urllib.request


def post(path, body):
    request = urllib.request.Request(
        os.environ["PASARELA_URL"] + "/api/v1/" + path,
        method="POST",
        headers={"Authorization": "Bearer " + os.environ["PASARELA_KEY"], "Content-Type": "application/json"},
        data=json.dumps(body).encode(),
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


number = time.time_ns()
sale = {"service_code": "BT_AR", "amount": 777.01, "payer_doc_id": "20-26756539-3", "reference": f"sold-{number}"}
payment = post("payments/payin_hth", sale)["data"]["transaction_id"]
post(f"test/payments/{payment}/simulate", {"event": "paid"})

answer = post(
    f"payments/{payment}/refunds",
    {"reference": f"refund-{number}", "amount": 70.5, "reason": "one of two was broken"},
)
refund = answer["data"]
if refund is None:
    # Refused or unknown (unavailable, internal_error): the same request with the same reference never refunds twice.
    print(answer["error"]["code"])
elif answer["status"] == "error":
    # Surely failed: nothing went back. Refund again with a new reference.
    print(refund["reference"], "failed:", answer["error"]["code"])
else:
    print(refund["reference"], "is", refund["status"])
