# Adds up what the payments, payouts and refunds created in the last four days have done to your balance so far, fees
# included, by currency; then the balance.
import datetime
import decimal
import json
import os
import urllib.parse
import urllib.request


def get(path):
    request = urllib.request.Request(
        os.environ["PASARELA_URL"] + "/api/v1/" + path,
        headers={"Authorization": "Bearer " + os.environ["PASARELA_KEY"]},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response, parse_float=decimal.Decimal)["data"]


totals = {}


def add(line, amount):
    totals[line] = totals.get(line, decimal.Decimal(0)) + (amount or 0)


since = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=4)
for name in ["payments", "refunds"]:
    query = {"created_from": since.strftime("%Y-%m-%dT%H:%M:%SZ"), "limit": "100"}
    while True:
        page = get(name + "?" + urllib.parse.urlencode(query))
        for item in page["items"]:
            add(item.get("pay_type", "refund") + " " + item["currency"], item["net"])
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]
for balance in get("balances")["balances"]:
    for part in ["available", "pending", "reserved"]:
        add("balance " + balance["currency"], balance[part])
for line, amount in totals.items():
    print(line, f"{amount:.2f}")
