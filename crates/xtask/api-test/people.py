"""Somebody who asks the server: with a cookie, a token, or neither."""

import json
import urllib.error
import urllib.request

COOKIE = "bellwether"


class Somebody:
    def __init__(self, address, token=None):
        self.address, self.token, self.cookie = address, token, None

    @classmethod
    def new(cls, address):
        """A guest."""
        guest = cls(address)
        guest.ask("POST", "/api/me")
        return guest

    def ask(self, method, path, body=None):
        """The status and what came of it; the cookie is kept."""
        headers = {"content-type": "application/json"} if body is not None else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if self.cookie:
            headers["cookie"] = f"{COOKIE}={self.cookie}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                self._keep(answer.headers.get_all("set-cookie", []))
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def _keep(self, cookies):
        for cookie in cookies:
            name, value = cookie.split(";")[0].split("=", 1)
            if name == COOKIE:
                self.cookie = value

    def must(self, method, path, body=None):
        """What came of something that is right."""
        status, answer = self.ask(method, path, body)
        if not 200 <= status < 300:
            raise SystemExit(f"{method} {path}: {status} {answer}")
        return answer

    @property
    def id(self):
        return self.must("GET", "/api/me")["id"]

    def does(self, table, command):
        return self.must("POST", f"/api/tables/{table}/commands", {"command": command})

    def join(self, table):
        return self.does(table, {"do": "join", "contribution": "5a" * 32})

    def legal(self, table):
        """A seat that is to act and its first legal action, if there is one."""
        status, seats = self.ask("GET", f"/api/tables/{table}/legal")
        seats = seats if status == 200 else []
        return next(((it["seat"], it["actions"][0]) for it in seats if it["actions"]), None)
