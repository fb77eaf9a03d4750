# Creates a pay-in and waits until it is paid.
import json
import os
import time
import urllib.request

api = os.environ["PASARELA_URL"] + "/api/v1/payments"
headers = {"Authorization": "Bearer " + os.environ["PASARELA_KEY"], "Content-Type": "application/json"}


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(api + path, method=method, headers=headers, data=data)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


payment = call("POST", "/payin_hth", {
    "service_code": "BT_AR",
    "amount": 1500.5,
    "payer_doc_id": "20-26756539-3",
    "reference": f"order-{time.time_ns()}",
})
print("pay here:", payment["payment_url"])

for _ in range(20):
    if payment["status"] != "PENDING":
        break
    time.sleep(1)
    payment = call("GET", "/" + payment["transaction_id"])
print(payment["reference"], "is", payment["status"])
