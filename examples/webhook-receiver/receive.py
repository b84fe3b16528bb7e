"""Receives Weft's webhooks on this machine, and prints what came. It needs Python alone.

    WEFT_WEBHOOK_SECRET=whsec_… python3 receive.py              # answers 204
    WEFT_WEBHOOK_SECRET=whsec_… python3 receive.py --answer 500 # as a backend that is broken
"""

import argparse
import base64
import hashlib
import hmac
import http.server
import json
import os
import time

MOST_BYTES = 1 << 20
MOST_SECONDS_OFF = 300


def is_from_weft(secret, headers, body):
    """Whether a request was signed with the secret, of late: https://www.standardwebhooks.com"""
    try:
        sent = int(headers.get("webhook-timestamp", ""))
    except ValueError:
        return False
    if abs(time.time() - sent) > MOST_SECONDS_OFF:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    want = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # There are several signatures while a secret is changed.
    return any(hmac.compare_digest(want, one) for one in headers.get("webhook-signature", "").split())


class Receiver(http.server.BaseHTTPRequestHandler):
    secret = ""
    answer = 204
    seen = set()  # a backend keeps the ids of a day, since an event may come again

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(min(length, MOST_BYTES))
        if length > MOST_BYTES or not is_from_weft(self.secret, self.headers, body):
            return self.end(401, "not from Weft")
        if self.answer >= 300:
            return self.end(self.answer, "broken on purpose")
        event_id = self.headers["webhook-id"]
        event = json.loads(body)
        again = " (again)" if event_id in self.seen else ""
        self.seen.add(event_id)
        data = event.get("data", {})
        print(event_id, event["type"], data.get("runId", ""), data.get("status", "") + again, flush=True)
        return self.end(self.answer)

    def end(self, status, reason=""):
        body = reason.encode()
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        if status >= 300:
            print("answered", status, reason, flush=True)

    def log_message(self, *_):
        pass


def main():
    options = argparse.ArgumentParser(description="Receives Weft's webhooks, and prints what came.")
    options.add_argument("--port", type=int, default=8080)
    options.add_argument("--answer", type=int, default=204, help="the status that each event is answered with")
    given = options.parse_args()
    Receiver.secret, Receiver.answer = os.environ["WEFT_WEBHOOK_SECRET"], given.answer
    server = http.server.ThreadingHTTPServer(("127.0.0.1", given.port), Receiver)
    print(f"waiting at http://127.0.0.1:{server.server_address[1]}/hooks", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
