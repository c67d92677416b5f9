"""Tests of iacedit.py: python3 -m unittest

What needs a server of iacedit's uses the one at IACEDIT_URL; one that asks for the token
IACEDIT_TOKEN, and answers in shape b, is at IACEDIT_GUARDED_URL. IACEDIT_CODE is a folder of
code to read and to set back.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import re
import socket
import struct
import threading
import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Sequence
from unittest import mock

import iacedit
from iacedit import BadAnswer, Change, Client, ConnectionFailed, Found, Outcome, Point, Position, Refused, Skipped

DONE = b'{"success":true,"data":{"edited_code":"a = 1\\n"},"message":"iac-edit: success"}'
FAILED = b'{"success":false,"error":{"code":"INTERNAL_ERROR","message":"m","location":"iac-edit"},"message":"m"}'
SET_A = {"set": {"tfvars": {"attributes": {"a": 1}}}}

Step = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: bytes, **headers: str) -> Step:
    def step(h: BaseHTTPRequestHandler) -> None:
        h.send_response(status)
        for name, value in headers.items():
            h.send_header(name.replace("_", "-"), value)
        h.send_header("Content-Length", str(len(body)))
        h.end_headers()
        h.wfile.write(body)

    return step


def cut(h: BaseHTTPRequestHandler) -> None:
    """Ends the connection in the middle of the answer."""
    h.send_response(200)
    h.send_header("Content-Length", str(len(DONE)))
    h.end_headers()
    h.wfile.write(DONE[:10])
    h.close_connection = True


def hang_up(h: BaseHTTPRequestHandler) -> None:
    h.close_connection = True


def reset(h: BaseHTTPRequestHandler) -> None:
    h.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    h.connection.close()
    h.close_connection = True


class FakeServer:
    """Answers each request by the step that is next, the last for ever, and keeps what it got."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.bodies: List[bytes] = []
        self.headers: List[Dict[str, str]] = []
        self.paths: List[str] = []
        self.connections = 0
        self.until = threading.Event()  # what is slow is so until then
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                fake.connections += 1
                super().setup()

            def do_POST(self) -> None:
                fake.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                fake.headers.append(dict(self.headers))
                fake.paths.append(self.path)
                steps[min(len(fake.bodies), len(steps)) - 1](self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def finish(self) -> None:
                try:
                    super().finish()
                except (OSError, ValueError):
                    pass  # it was reset

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> FakeServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.until.set()
        self.server.shutdown()
        self.server.server_close()


class Retries(unittest.TestCase):
    def check(self, steps: Sequence[Step], sent: int, waits: Sequence[float], slack: float = 0.1, **options: Any) -> None:
        """The waits are what the server asks for, to which a part of the backoff is added."""
        waited: List[float] = []
        with FakeServer(steps) as fake, mock.patch.object(iacedit.time, "sleep", waited.append):
            with Client(fake.url, **options) as client:
                self.assertEqual(client.edit(SET_A, code="").code, "a = 1\n")
            self.assertEqual(len(fake.bodies), sent)
            self.assertEqual(set(fake.bodies), {fake.bodies[0]})
        self.assertEqual(len(waited), len(waits))
        for n, (got, asked) in enumerate(zip(waited, waits)):
            self.assertGreaterEqual(got, asked)
            self.assertLessEqual(got, asked + slack * 2**n)

    def test_statuses(self) -> None:
        self.check([answer(500, FAILED), answer(200, DONE)], 2, [0])
        self.check([answer(502, b"<html>"), answer(503, b""), answer(503, b""), answer(200, DONE)], 4, [0, 0, 0])

    def test_unanswered(self) -> None:
        for steps in ([answer(502, b""), answer(504, b"")], [reset, hang_up], [cut, reset]):
            with FakeServer([*steps, answer(200, DONE)]) as fake, Client(fake.url, max_wait=0.01) as client:
                with self.assertRaises((Refused, ConnectionFailed)):
                    client.edit(SET_A, code="")
                self.assertEqual(len(fake.bodies), 2)

    def test_retry_after(self) -> None:
        self.check([answer(503, FAILED, Retry_After="3"), answer(200, DONE)], 2, [3])
        self.check([answer(503, FAILED, Retry_After="soon"), answer(200, DONE)], 2, [0])
        date = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=1000), usegmt=True)
        self.check([answer(503, FAILED, Retry_After=date), answer(200, DONE)], 2, [980], max_wait=2000, slack=30)
        now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        for header, seconds in {
            "Fri, 02 Jan 2026 03:04:15 GMT": 10, "Fri, 02 Jan 2026 03:04:00 GMT": 0, "-1": 0, "": 0, "\u0663": 0, " 7 ": 7,
        }.items():  # fmt: skip
            self.assertEqual(iacedit._retry_after(header, now), seconds, header)  # pyright: ignore[reportPrivateUsage]

    def test_too_long(self) -> None:
        with FakeServer([answer(503, FAILED, Retry_After="11")]) as fake, Client(fake.url) as client, self.assertRaises(Refused) as caught:
            client.edit(SET_A, code="")
        self.assertEqual((caught.exception.retry_after, len(fake.bodies)), (11, 1))

    def test_connections(self) -> None:
        self.check([hang_up, answer(200, DONE)], 2, [0])
        self.check([reset, answer(200, DONE)], 2, [0])
        self.check([cut, answer(200, DONE)], 2, [0])

    def test_slow(self) -> None:
        def wait(_: BaseHTTPRequestHandler) -> None:
            fake.until.wait()

        with FakeServer([wait, answer(200, DONE)]) as fake, Client(fake.url, timeout=0.2) as client:
            self.assertEqual(client.edit(SET_A, code="").code, "a = 1\n")

    def test_trickle(self) -> None:
        def trickle(h: BaseHTTPRequestHandler) -> None:
            h.send_response(200)
            h.send_header("Content-Length", "1000")
            h.end_headers()
            while not fake.until.wait(0.02):
                try:
                    h.wfile.write(b" ")
                except OSError:
                    return  # the client has gone

        with FakeServer([trickle, answer(200, DONE)]) as fake, Client(fake.url, timeout=0.3) as client:
            self.assertEqual(client.edit(SET_A, code="").code, "a = 1\n")

    def test_gives_up(self) -> None:
        with FakeServer([answer(500, FAILED)]) as fake, Client(fake.url, max_wait=0.01) as client, self.assertRaises(Refused) as refused:
            client.edit(SET_A, code="")
        self.assertEqual((refused.exception.code, len(fake.bodies)), ("INTERNAL_ERROR", 5))
        with self.assertRaises(ConnectionFailed) as failed:
            Client(fake.url, max_wait=0.01, attempts=2).edit(SET_A, code="")
        self.assertIsInstance(failed.exception.__cause__, ConnectionRefusedError)

    def test_refused_once(self) -> None:
        for status in (400, 401, 413, 429, 302):
            with FakeServer([answer(status, b"no", Location="/x")]) as fake, Client(fake.url) as client, self.assertRaises(Refused) as caught:
                client.edit(SET_A, code="")
            self.assertEqual((caught.exception.status, caught.exception.code, len(fake.bodies)), (status, "", 1))

    def test_kept_connection(self) -> None:
        """Connections are kept; where the server hangs up on one, the next attempt makes another."""
        with FakeServer([answer(200, DONE), answer(200, DONE), hang_up, answer(200, DONE)]) as fake:
            client = Client(fake.url, attempts=2, max_wait=0.01)
            for _ in range(2):
                client.edit(SET_A, code="")
            self.assertEqual(fake.connections, 1)
            client.edit(SET_A, code="")
            self.assertEqual((fake.connections, len(fake.bodies)), (2, 4))
            client.close()


class Requests(unittest.TestCase):
    def body(self, **arguments: Any) -> str:
        with FakeServer([answer(200, DONE)]) as fake, Client(fake.url + "/api/", token="secret") as client:
            client.edit(**arguments)
        self.assertEqual(fake.paths, ["/api/v1/iac/edit"])
        self.assertEqual(fake.headers[0]["Authorization"], "Bearer secret")
        return fake.bodies[0].decode()

    def test_bodies(self) -> None:
        self.assertEqual(self.body(edits={}, code="é<"), '{"code":"é<","edits":{},"return":"code"}')
        self.assertEqual(
            self.body(edits="{}", files={"a.tf": ""}, returns=["code", "diff"], report=True, dialect="hcl"),
            '{"files":{"a.tf":""},"dialect":"hcl","edits":"{}","return":["code","diff"],"report":true}',
        )
        numbers: List[Any] = [Decimal("0.10"), 12345678901234567890, True, None, (), {"k": [1.5]}]
        self.assertIn('"edits":{"n":[0.10,12345678901234567890,true,null,[],{"k":[1.5]}]}', self.body(edits={"n": numbers}))

    def test_not_json(self) -> None:
        client = Client("http://127.0.0.1:1")
        for wrong in ("\udc80", Decimal("NaN"), float("inf")):
            with self.assertRaises(ValueError):
                client.edit({"a": wrong}, code="")
        for mistyped in ({"a": {1: 2}}, {"a": b"x"}):
            with self.assertRaises(TypeError):
                client.edit(mistyped, code="")
        for url in ("", "127.0.0.1:8080", "ftp://h", "http://"):
            with self.assertRaises(ValueError):
                Client(url)

    def test_compress(self) -> None:
        for size in (10, 100_000):
            with FakeServer([answer(200, DONE)]) as fake, Client(fake.url, compress=True) as client:
                client.edit(SET_A, code="#" * size)
            body = fake.bodies[0]
            self.assertEqual("Content-Encoding" in fake.headers[0], size > 1000)
            if size > 1000:
                self.assertLess(len(body), size // 10)
                body = gzip.decompress(body)
            self.assertEqual(json.loads(body)["code"], "#" * size)

    def test_bad_answers(self) -> None:
        for body in (b"hello", b"{}", b"[]", b'{"data":[1]}', b'{"data":{"changes":[{}]}}', b'{"data":{"report":{}}}', b" " * 101):
            with FakeServer([answer(200, body)]) as fake, Client(fake.url, max_answer=100) as client, self.assertRaises(BadAnswer, msg=body):
                client.edit(SET_A, code="")
            self.assertEqual(len(fake.bodies), 1)

    def test_apply(self) -> None:
        def at(start: int, end: int, text: str, file: str = "") -> Change:
            return Change(Point(1, 1, start), Point(1, 1, end), text, file)

        self.assertEqual(iacedit.apply_changes("aäb", [at(0, 1, "x"), at(1, 3, ""), at(4, 4, "end")]), "xbend")
        for wrong in ([at(0, 9, "")], [at(2, 1, "")], [at(0, 2, ""), at(1, 3, "")]):
            with self.assertRaises(ValueError):
                iacedit.apply_changes("aäb", wrong)
        files = {"a.tf": "a"}
        self.assertEqual(iacedit.apply_changes_to_files(files, [at(0, 0, "new", "b.tf")]), {"a.tf": "a", "b.tf": "new"})


@unittest.skipUnless("IACEDIT_URL" in os.environ, "IACEDIT_URL names no server of iacedit's")
class RealServer(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(os.environ["IACEDIT_URL"])
        self.addCleanup(self.client.close)

    def test_edit(self) -> None:
        code = '# The network.\r\nmodule "vpc" {\r\n  version = "5.0.0" # pinned\r\n}\r\n'
        edits = {"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}
        got = self.client.edit(edits, code=code, returns=["code", "changes", "diff"], report=True)
        want = code.replace("5.0.0", "5.1.0")
        self.assertEqual(got.code, want)
        self.assertEqual(iacedit.apply_changes(code, got.changes), want)
        self.assertEqual(got.changes, [Change(Point(3, 16, 47), Point(3, 17, 48), "1")])
        self.assertIn("+++ b/main.tf", got.diff)
        assert got.report is not None
        outcome = Outcome("/edits/update/module/vpc/attributes/version", "module.vpc", "changed", attribute="version")
        self.assertEqual((got.report.changes, got.report.warnings), ([outcome], []))

    def test_files(self) -> None:
        files = {"main.tf": 'module "m" {}\n', "variables.tf": 'variable "a" {}\n'}
        edits = {"set": {"variable": {"b": {"attributes": {"default": "var.a"}}}}}
        got = self.client.edit(edits, files=files, returns=("code", "changes"), report=True)
        self.assertEqual(list(got.files), ["variables.tf"])
        self.assertEqual(iacedit.apply_changes_to_files(files, got.changes), {**files, **got.files})
        assert got.report is not None
        self.assertEqual([(o.file, o.result) for o in got.report.changes], [("variables.tf", "created")] * 2)

    def test_warning(self) -> None:
        got = self.client.edit({"set": {"locals": {"attributes": {"a": "local.b"}}}}, code="", report=True)
        assert got.report is not None
        self.assertEqual([w.code for w in got.report.warnings], ["LOOKS_LIKE_A_REFERENCE"])

    def test_refused(self) -> None:
        with self.assertRaises(Refused) as caught:
            self.client.edit({"delete": {"module": {"vcp": []}}}, code='module "vpc" {}\n')
        e = caught.exception
        self.assertEqual((e.status, e.code, e.pointer, e.location), (400, "BLOCK_NOT_FOUND", "/edits/delete/module/vcp", "iac-edit"))
        self.assertRegex(str(e), r'did you mean "vpc"\? \(BLOCK_NOT_FOUND at /edits/delete/module/vcp\)')
        self.assertTrue(e.request_id)
        with self.assertRaises(Refused) as caught:
            self.client.read(files={"a.tf": "a = [\n"})
        self.assertEqual((caught.exception.code, caught.exception.position), ("INVALID_CODE", Position(1, 5, "a.tf")))

    def test_exact_numbers(self) -> None:
        code = "a = 12345678901234567890.10\nb = 12345678901234567890\nc = [0.10, 1e3]\n"
        content = self.client.read(code=code)
        self.assertEqual(content["iacvars"][0]["attributes"]["a"], Decimal("12345678901234567890.10"))
        self.assertEqual(self.client.edit({"add": content}, code="").code, code.replace("1e3", "1E+3"))

    def test_read(self) -> None:
        code = '# Net.\nmodule "vpc" {\n  a = var.b\n}\n'
        got = self.client.read(code=code, select={"module": {"*": [{"attributes": ["a"]}]}}, include=["comments"])
        self.assertEqual(got, {"module": {"vpc": [{"comment": "Net.", "attributes": {"a": "${var.b}"}}]}})
        (one,) = self.client.values("module.*.a", code=code)
        self.assertEqual((one["address"], one["value"], one["range"]["start"]["offset"]), ("module.vpc.a", "${var.b}", 24))

    def test_find(self) -> None:
        code = "locals {\n  é = lookup(var.amis, var.region)\n}\n"
        got = self.client.find([{"match": "lookup($map, $key)"}], code=code)
        names: Dict[str, Any] = {"map": "var.amis", "key": "var.region"}
        start, end = Point(2, 7, 16), Point(2, 35, 44)
        self.assertEqual(got.found, [Found(0, "locals", "é", start, end, "lookup(var.amis, var.region)", names=names)])
        files = {"a.tf": 'module "a" {\n  x = [1, 2]\n}\nmodule "b" {\n  x = [3]\n}\n', "b.tf": "a = [\n"}
        got = self.client.find([{"match": "[$$all]", "in": {"module": {"a": []}}}], files=files, invalid="skip")
        self.assertEqual([(f.file, f.address, f.names) for f in got.found], [("a.tf", "module.a", {"all": ["1", "2"]})])
        self.assertEqual([(s.file, s.line, s.column) for s in got.skipped], [("b.tf", 1, 5)])
        self.assertIsInstance(got.skipped[0], Skipped)
        with self.assertRaises(Refused) as caught:
            self.client.find([{"match": "$x"}], code="")
        self.assertEqual((caught.exception.location, caught.exception.pointer), ("iac-find", "/find/0/match"))

    def test_rewrite(self) -> None:
        """Rules are edits as others."""
        rules: List[Dict[str, Any]] = [{"match": "lookup($map, $key)", "to": "$map[$key]", "in": {"locals": []}}]
        got = self.client.edit({"rewrite": rules}, code="locals {\n  a = lookup(var.m, 1) # kept\n}\n")
        self.assertEqual(got.code, "locals {\n  a = var.m[1] # kept\n}\n")

    def test_convert(self) -> None:
        got = self.client.convert("hcl", code='{"resource": {"a_b": {"c": {"d": {"n": 1}}}}}')
        self.assertEqual(got.code, 'resource "a_b" "c" {\n  d {\n    n = 1\n  }\n}\n')
        self.assertEqual([(n.code, n.address) for n in got.notes], [("GUESSED", "resource.a_b.c.d")])
        got = self.client.convert("json", files={"a.tf": "locals {}\n"})
        self.assertEqual(got.files, {"a.tf.json": '{\n  "locals": {}\n}\n'})
        self.assertEqual(got.notes, [])

    def test_upgrade(self) -> None:
        code = 'resource "azurerm_key_vault" "a" {\n  enable_rbac_authorization = true\n  contact {}\n}\n'
        got = self.client.upgrade("azurerm", to=5, from_=4, files={"a.tf": code})
        self.assertEqual(got.files, {"a.tf": code.replace("enable_rbac_authorization", "rbac_authorization_enabled")})
        self.assertEqual((got.from_version, got.to_version), (4, 5))
        self.assertEqual([(m.file, m.line, m.address) for m in got.manual], [("a.tf", 3, "azurerm_key_vault.a.contact")])

    def test_read_then_set(self) -> None:
        """Setting what was read changes no byte."""
        paths = sorted(pathlib.Path(os.environ.get("IACEDIT_CODE", ".")).rglob("*.tf"))
        done = 0
        for path in paths:
            code = path.read_bytes().decode()
            try:
                content = self.client.read(code=code)
                if content:
                    self.assertEqual(self.client.edit({"set": content}, code=code).code, code, path)
                    done += 1
            except Refused as e:  # what the dialect has no address for
                self.assertRegex(str(e), "block type|labels?", path)
        if "IACEDIT_CODE" in os.environ:
            self.assertGreater(done, 10)

    def test_threads(self) -> None:
        def work(n: int) -> None:
            for i in range(20):
                got.append(self.client.edit({"set": {"tfvars": {"attributes": {"a": n * 100 + i}}}}, code="").code)

        got: List[str] = []
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(got), sorted(f"a = {n * 100 + i}\n" for n in range(8) for i in range(20)))

    def test_guarded(self) -> None:
        url, token = os.environ["IACEDIT_GUARDED_URL"], os.environ["IACEDIT_TOKEN"]
        with Client(url + "/api", token=token, compress=True) as client:
            code = "# " + "x" * 5000 + "\n"
            self.assertEqual(client.edit(SET_A, code=code).code, code + "\na = 1\n")
        with Client(url) as client, self.assertRaises(Refused) as caught:
            client.edit(SET_A, code="")
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "UNAUTHORIZED"))


class Page(unittest.TestCase):
    def test_example(self) -> None:
        """The module's own example is what it prints."""
        lines = re.findall(r"^    (.*)$", iacedit.__doc__ or "", re.M)
        source = "\n".join(lines).replace("http://127.0.0.1:8080", os.environ.get("IACEDIT_URL", ""))
        if "IACEDIT_URL" not in os.environ:
            self.skipTest("IACEDIT_URL names no server of iacedit's")
        with mock.patch("builtins.print") as printed:
            exec(compile(source, "iacedit.__doc__", "exec"), {})
        printed.assert_called_once_with('module "vpc" {\n  version = "5.1.0" # pinned\n}\n')


if __name__ == "__main__":
    unittest.main()
