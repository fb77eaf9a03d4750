"""Receives Pasarela's callbacks: Python 3.9 or newer, nothing to install. See examples/README.md."""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
import traceback
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 64 * 1024
# A body that is too large is read up to here and dropped, so that the sender gets to see the answer.
DROPPED_BYTES_MAX = 16 * 1024 * 1024
# How far webhook-timestamp may be from our clock: an old callback is perhaps a recorded one.
TIMESTAMP_TOLERANCE_SECONDS = 300
# Callbacks remembered; a shop with more of them in three days of retries remembers them in its database.
REMEMBERED_MAX = 10_000
# A sender who is silent for longer is cut off.
SILENCE_TIMEOUT_SECONDS = 10


class Refusal(Exception):
    """What ends a request with another answer than 200."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Receiver:
    def __init__(self, settings):
        self.settings = settings
        self.remembered = OrderedDict()  # in the order of arrival
        self.lock = threading.Lock()

    def receive(self, headers, body):
        """body: the bytes as they came. Signatures are over these, never over JSON that was written again."""
        if self.settings["webhook_key"] is not None:
            check_signature(self.settings["webhook_key"], headers, body)
        callback = parse_callback(body)
        check_security_hash(self.settings, callback)
        identity = json.dumps([callback["transaction_id"], callback["status"]])
        key = hashlib.sha256(identity.encode("ascii")).digest()
        with self.lock:
            if key in self.remembered:
                return
            handle(callback)
            # Only now: what failed is not remembered, so the next attempt does it.
            self.remembered[key] = True
            if len(self.remembered) > REMEMBERED_MAX:
                self.remembered.popitem(last=False)


def handle(callback):
    """Your work begins here. Put it into a queue and return: the answer must be out within 5 seconds."""
    facts = {name: callback.get(name) for name in ("transaction_id", "status", "reference")}
    print("callback " + json.dumps(facts), flush=True)


def check_signature(key, headers, body):
    """Standard Webhooks 1.0.0: one of the signatures must be ours. There are two while the secret is being changed."""
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    webhook_id, timestamp, signatures = (headers.get(name, "") for name in names)
    if not (webhook_id and timestamp and signatures):
        raise Refusal(401, "the webhook headers are missing")
    if not re.fullmatch("[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > TIMESTAMP_TOLERANCE_SECONDS:
        raise Refusal(401, "webhook-timestamp is not of now")
    signed = f"{webhook_id}.{timestamp}.".encode("latin-1") + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode("ascii")
    if not any(is_same(expected, each) for each in signatures.split(" ")):
        raise Refusal(401, "webhook-signature does not match")


def check_security_hash(settings, callback):
    message = str(callback["api_key"]) + settings["point_id"]
    expected = hmac.new(settings["api_token"].encode(), message.encode(), hashlib.sha256).hexdigest()
    if not is_same(expected, callback["security_hash"]):
        raise Refusal(401, "security_hash does not match")


def is_same(expected, given):
    # As bytes, because compare_digest refuses text beyond ASCII; surrogatepass, because JSON may hold "\ud800".
    return hmac.compare_digest(expected.encode(), given.encode("utf-8", "surrogatepass"))


def parse_callback(body):
    try:
        # As text: json.loads would take bytes of UTF-16 too.
        callback = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Refusal(400, "the body is not JSON") from None
    if not isinstance(callback, dict):
        raise Refusal(400, "the body is not a JSON object")
    for name in ("transaction_id", "security_hash", "status", "message"):
        if not isinstance(callback.get(name), str) or callback[name] == "":
            raise Refusal(400, f"{name} is missing")
    api_key = callback.get("api_key")
    # type, not isinstance: True is an int to Python.
    if type(api_key) is not int or not 0 < api_key < 10**18:
        raise Refusal(400, "api_key is not an integer")
    return callback


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


class Handler(BaseHTTPRequestHandler):
    timeout = SILENCE_TIMEOUT_SECONDS
    receiver = None

    def do_POST(self):
        try:
            self.answer(*self.outcome(self.read_body()))
        except Refusal as refusal:
            self.answer(refusal.status, json.dumps({"status": "error", "message": str(refusal)}))
        except ConnectionError:
            self.close_connection = True  # The sender went away; the gateway will try again.

    def outcome(self, body):
        try:
            self.receiver.receive(self.headers, body)
        except Refusal:
            raise
        except Exception:
            traceback.print_exc()
            return 500, '{"status":"error","message":"internal failure"}'
        return 200, '{"status":"success"}'

    def refuse_method(self):
        self.answer(405, '{"status":"error","message":"callbacks come by POST"}')

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = refuse_method

    def read_body(self):
        if "Transfer-Encoding" in self.headers:
            raise Refusal(411, "Content-Length is missing")
        length = self.headers.get("Content-Length", "0")
        if not re.fullmatch("[0-9]{1,15}", length):
            raise Refusal(400, "Content-Length is not a number")
        if int(length) > BODY_BYTES_MAX:
            left = min(int(length), DROPPED_BYTES_MAX)
            while left > 0 and (dropped := self.rfile.read(min(left, BODY_BYTES_MAX))):
                left -= len(dropped)
            raise Refusal(413, f"the body is larger than {BODY_BYTES_MAX} bytes")
        return self.rfile.read(int(length))

    def answer(self, status, text):
        body = text.encode("ascii")
        self.send_response(status)
        if status == 405:
            self.send_header("Allow", "POST")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format, *args):
        """Standard output has one line per new callback, and nothing is logged per request."""


class Server(ThreadingHTTPServer):
    # The library's 5 lets callbacks that come at once wait a second for their connection.
    request_queue_size = 128


def read_settings(env):
    port = env.get("PORT") or "8080"
    if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
        sys.exit("PORT must be a port number.")
    settings = {
        "port": int(port),
        "point_id": env.get("AUTH_POINT_ID"),
        "api_token": env.get("AUTH_API_TOKEN"),
        "webhook_key": None,
    }
    if not settings["point_id"] or not settings["api_token"]:
        sys.exit("AUTH_POINT_ID and AUTH_API_TOKEN must be set (demo.json in the data folder has them).")
    secret = env.get("WEBHOOK_SECRET")
    if secret:
        settings["webhook_key"] = read_key(secret)
    return settings


def read_key(secret):
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not secret.startswith("whsec_") or not key:
        sys.exit("WEBHOOK_SECRET must be whsec_ and a key in base64.")
    return key


def main():
    settings = read_settings(os.environ)
    Handler.receiver = Receiver(settings)
    checks = "checks webhook-signature and security_hash"
    if settings["webhook_key"] is None:
        checks = "checks security_hash only, which does not cover the body: set WEBHOOK_SECRET"
    server = Server(("127.0.0.1", settings["port"]), Handler)
    print(f"receives callbacks at http://127.0.0.1:{settings['port']}/, {checks}", file=sys.stderr, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
