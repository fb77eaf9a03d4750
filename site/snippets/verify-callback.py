# Takes the newest callback of the test inbox and verifies it the way your server does.
import base64
import hashlib
import hmac
import json
import os
import time
import urllib.request

point_id = os.environ["PASARELA_POINT_ID"]
api_token = os.environ["PASARELA_API_TOKEN"]
webhook_secret = os.environ["PASARELA_WEBHOOK_SECRET"]


def is_genuine(raw_body, headers):
    """Give it the body as it came: JSON that was parsed and written again has other bytes."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(webhook_secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.{raw_body}".encode()
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_signed = any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split(" "))

    callback = json.loads(raw_body)
    text = f"{callback['api_key']}{point_id}".encode()
    expected_hash = hmac.new(api_token.encode(), text, hashlib.sha256).hexdigest()
    return is_signed and hmac.compare_digest(callback["security_hash"], expected_hash)


request = urllib.request.Request(
    os.environ["PASARELA_URL"] + "/api/v1/test/inbox?limit=100",
    headers={"Authorization": "Bearer " + os.environ["PASARELA_KEY"]},
)
with urllib.request.urlopen(request) as response:
    newest = json.load(response)["data"]["messages"][-1]
changed = newest["body"].replace("{", "{ ", 1)
print("as it came:", "genuine" if is_genuine(newest["body"], newest["headers"]) else "forged")
print("one space added:", "genuine" if is_genuine(changed, newest["headers"]) else "forged")
