# Adds up what the transactions created in the last four days have brought so far, before fees, by currency.
import datetime
import decimal
import json
import os
import urllib.parse
import urllib.request

since = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=4)
query = {"created_from": since.strftime("%Y-%m-%dT%H:%M:%SZ"), "limit": "100"}
totals = {}
while True:
    request = urllib.request.Request(
        os.environ["PASARELA_URL"] + "/api/v1/payments?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + os.environ["PASARELA_KEY"]},
    )
    with urllib.request.urlopen(request) as response:
        page = json.load(response, parse_float=decimal.Decimal)["data"]
    for payment in page["items"]:
        line = payment["pay_type"] + " " + payment["currency"]
        totals[line] = totals.get(line, decimal.Decimal(0)) + (payment["credited_amount"] or 0)
    if page["next_cursor"] is None:
        break
    query["cursor"] = page["next_cursor"]
for line, amount in totals.items():
    print(line, f"{amount:.2f}")
