"""Edit, read, search and convert Terraform, OpenTofu and other HCL2 code with an iacedit server.

    from iacedit import Client, Refused

    with Client("http://127.0.0.1:8080") as client:
        answer = client.edit(
            {"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}},
            code='module "vpc" {\\n  version = "5.0.0" # pinned\\n}\\n',
        )
        print(answer.code)

This is one file for Python 3.9 or newer, and needs only the standard library. Copy it beside
your own code.

Requests have no side effects, so the client repeats them. If the status is 500 or 503, or the
request cannot be sent, the client sends it again after a random, growing wait. If a sent
request gets no answer (502, 504, a broken connection, a time-out), the client sends it only
once more, because the request may crash the server. The client respects Retry-After. If the
server refuses a request, the client raises `Refused` at once.

Read and write files without changing their line endings: `path.read_bytes().decode()` and
`path.write_bytes(text.encode())`.
"""

from __future__ import annotations

import gzip
import http.client
import json
import random
import select
import ssl
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterable, List, Mapping, NoReturn, Optional, Sequence, Union, cast

__all__ = [
    "BadAnswer", "Change", "ChangedDefault", "Client", "ConnectionFailed", "ConvertAnswer", "EditAnswer", "EditWarning", "FindAnswer", "Found", "IaceditError", "Manual", "Note", "Outcome",
    "Point", "Position", "Refused", "Report", "Skipped", "UpgradeAnswer", "apply_changes",
    "apply_changes_to_files",
]  # fmt: skip

DEFAULT_TIMEOUT = 30.0
DEFAULT_ATTEMPTS = 5
DEFAULT_MAX_WAIT = 10.0
DEFAULT_MAX_ANSWER = 64 << 20

_LEAST_WAIT = 0.1  # the bound of the first wait; each further wait has twice the bound
_WORTHWHILE = 1 << 10  # the size from which requests are compressed
_LOST = frozenset((502, 504))  # the statuses of requests that a server may have received but did not answer
_AGAIN = frozenset({500, 502, 503, 504})  # the statuses after which a request is repeated


class IaceditError(Exception):
    """The base class of the errors of a request."""


class ConnectionFailed(IaceditError):
    """No attempt got an answer. The cause is the error of the last attempt."""


class _Unreached(Exception):
    """No connection could be made, so nothing was sent. The cause is the reason."""


class BadAnswer(IaceditError):
    """An answer exceeds `max_answer`, or is not from iacedit."""


@dataclass(frozen=True)
class Position:
    """The place of an error in the code."""

    line: int  # from 1
    column: int  # from 1, in characters
    file: str = ""  # the name of the file, for files


class Refused(IaceditError):
    """The server refused the request, or failed at every attempt."""

    def __init__(
        self, status: int, code: str, message: str, *, pointer: str = "", position: Optional[Position] = None,
        location: str = "", request_id: str = "", retry_after: float = 0.0,
    ) -> None:  # fmt: skip
        super().__init__(status, code, message)
        self.status = status  # the HTTP status
        self.code = code  # "BLOCK_NOT_FOUND"; "" if the answer is not from iacedit
        self.message = message  # names the expected and the found item
        self.pointer = pointer  # JSON Pointer to the faulty part of the request
        self.position = position
        self.location = location  # "iac-edit", "iac-read", "iac-find", "iac-convert" or "iac-upgrade"
        self.request_id = request_id  # the id of the request in the server's log
        self.retry_after = retry_after  # the seconds of Retry-After

    def __str__(self) -> str:
        place = ""
        if self.position is not None:
            place = f"{self.position.line}:{self.position.column}: "
            if self.position.file:
                place = f"{self.position.file}:{place}"
        kind = self.code or f"status {self.status}"
        return f"{place}{self.message} ({kind}{' at ' + self.pointer if self.pointer else ''})"


@dataclass(frozen=True)
class Point:
    """A place in code."""

    line: int  # from 1
    column: int  # from 1, in characters
    offset: int  # from 0, in bytes of UTF-8


@dataclass(frozen=True)
class Change:
    """A range of the code as sent, and its new text."""

    start: Point
    end: Point  # the first character that is not replaced
    text: str
    file: str = ""  # the name of the file, for files


@dataclass(frozen=True)
class Outcome:
    """The outcome for a block, or for an attribute that an edit names."""

    pointer: str  # JSON Pointer to the edit in the request
    address: str  # the address of the block: resource.aws_instance.web
    result: str  # created, changed, unchanged, deleted, disabled, enabled, renamed, moved, absent or unreachable
    file: str = ""  # the name of the file, for files
    attribute: str = ""  # the path as sent; "" if the outcome is about the block


@dataclass(frozen=True)
class Skipped:
    """A file that was skipped because it does not parse."""

    file: str
    message: str
    line: int  # from 1, of the error
    column: int  # from 1, in characters


@dataclass(frozen=True)
class EditWarning:
    """A warning about an edit that was made as requested but is probably a mistake."""

    pointer: str
    code: str  # "LOOKS_LIKE_A_REFERENCE"
    message: str
    address: str = ""  # the block, if the warning is about one of several places
    file: str = ""  # the name of the file, for files
    position: Optional[Position] = None


@dataclass(frozen=True)
class Report:
    """The effect of each edit, and warnings."""

    changes: List[Outcome]
    warnings: List[EditWarning]


@dataclass(frozen=True)
class EditAnswer:
    """The result of edits. Parts that were not requested are empty."""

    code: str = ""  # the edited code
    files: Dict[str, str] = field(default_factory=dict[str, str])  # for files, the complete changed and new files
    changes: List[Change] = field(default_factory=list[Change])  # see apply_changes
    diff: str = ""  # a unified diff, "" if nothing changed
    report: Optional[Report] = None
    skipped: List[Skipped] = field(default_factory=list[Skipped])  # with invalid="skip", the files that do not parse


@dataclass(frozen=True)
class Found:
    """A match of a rule."""

    rule: int  # the number of the rule, from 0
    address: str  # the address of the block: resource.aws_instance.web
    attribute: str  # the path of the value in the block: tags.Name
    start: Point
    end: Point  # the first character after it
    text: str  # the code as written
    file: str = ""  # the name of the file, for files
    names: Dict[str, Union[str, List[str]]] = field(default_factory=dict[str, Union[str, List[str]]])
    # the code that the metavariables matched: a string for $name, a list of strings for $$name


@dataclass(frozen=True)
class FindAnswer:
    """The matches of rules."""

    found: List[Found]  # in the order of the files and of the code in each
    skipped: List[Skipped] = field(default_factory=list[Skipped])  # with invalid="skip", the files that do not parse


@dataclass(frozen=True)
class Note:
    """A guess, a change of form or a loss of a conversion."""

    code: str  # GUESSED, COMMENTS_LOST, METADATA_LEFT_OUT, NOT_IN_SCHEMA; new versions may add codes
    message: str
    address: str = ""  # resource.aws_instance.web.ebs_block_device
    file: str = ""


@dataclass(frozen=True)
class Manual:
    """A place that somebody has to look at after an upgrade."""

    line: int  # in the upgraded code, from 1
    address: str
    say: str  # what is different, and what to do
    file: str = ""  # the name of the file, for files


@dataclass(frozen=True)
class ChangedDefault:
    """An argument that the code leaves out, and whose default changed."""

    type: str
    path: str
    places: int  # how many blocks leave it out
    was: str = ""  # as JSON; "" if unknown
    now: str = ""


@dataclass(frozen=True)
class UpgradeAnswer:
    """Upgraded code, and what is left to do by hand."""

    code: str
    files: Dict[str, str]  # for files, the complete changed and new files
    from_version: int
    to_version: int
    manual: List[Manual]  # in the order of the upgraded code
    defaults: List[ChangedDefault]
    unknown: List[str]  # the types in the code of which the upgrade guides say nothing
    lock_files: List[str]  # the lock files, which are not edited


@dataclass(frozen=True)
class ConvertAnswer:
    """Code in the other syntax."""

    code: str = ""
    files: Dict[str, str] = field(default_factory=dict[str, str])  # for files, the converted files by their new names
    notes: List[Note] = field(default_factory=list[Note])


class Client:
    """Sends requests to a server. Threads may share a client."""

    def __init__(
        self, url: str, *, token: Optional[str] = None, compress: bool = False, timeout: float = DEFAULT_TIMEOUT,
        attempts: int = DEFAULT_ATTEMPTS, max_wait: float = DEFAULT_MAX_WAIT, max_answer: int = DEFAULT_MAX_ANSWER,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:  # fmt: skip
        """
        url         the URL of the server, "https://iac.example.com/api"; the client appends the paths of operations
        token       the bearer token, if the server requires one
        compress    whether to gzip requests of more than a kilobyte; this helps on slow networks
        timeout     seconds for one attempt
        attempts    the largest number of attempts
        max_wait    the longest wait between attempts, in seconds; if Retry-After is longer, the request is `Refused`
        max_answer  the largest size of an answer, in bytes
        ssl_context for https; the default trusts the certificates of the system
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the URL of a server, such as http://127.0.0.1:8080")
        self._host, self._port, self._path = parts.hostname, parts.port, parts.path.rstrip("/")
        self._ssl = (ssl_context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._compress, self._timeout = compress, timeout
        self._attempts, self._max_wait, self._max_answer = attempts, max_wait, max_answer
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token is not None:
            self._headers["Authorization"] = "Bearer " + token
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []

    def edit(
        self, edits: Union[Mapping[str, Any], str], *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
        returns: Union[str, Sequence[str]] = "code", report: bool = False, dialect: Optional[str] = None,
        invalid: Optional[str] = None,
    ) -> EditAnswer:  # fmt: skip
        """Apply edits to code, or to the files of a module or a tree of modules: all edits or none.

        edits    the edits as Python objects (numbers with exact digits as Decimal), or as a string of JSON
        code     the code; it may be empty
        files    instead of code: files by name, of one directory, or with folders of a tree of modules
        invalid  "skip" skips files that do not parse; the answer lists them
        returns  the contents of the answer: "code", "changes", "diff", or several
        report   whether the answer has the effect of each edit, and warnings
        dialect  "terraform", "terragrunt", "packer", "nomad", "bake" or "hcl"; None means the default of the server

        Raises Refused, ConnectionFailed, BadAnswer; ValueError if the request has no JSON form.
        """
        request = _code(code, files, dialect)
        request["edits"] = edits
        request["return"] = returns
        if report:
            request["report"] = True
        if invalid is not None:
            request["invalid"] = invalid
        data = self._do("/v1/iac/edit", request)
        try:
            return EditAnswer(
                code=data.get("edited_code", ""),
                files=data.get("edited_files", {}),
                changes=[_change(c) for c in data.get("changes", ())],
                diff=data.get("diff", ""),
                report=_report(data["report"]) if "report" in data else None,
                skipped=_skipped(data),
            )
        except (AttributeError, KeyError, TypeError) as e:
            raise BadAnswer(f"the answer is not from iacedit: {e!r}") from e

    def read(
        self, *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None, select: Union[Mapping[str, Any], Sequence[Any], str, None] = None,
        include: Iterable[str] = (), dialect: Optional[str] = None,
    ) -> Dict[str, Any]:  # fmt: skip
        """Return the content of code in the form of edits, so that it can be changed and sent back.

        select   the blocks and attributes to read; None means all
        include  additional contents: "comments", "lineComments", "ranges"

        Numbers are int, or Decimal if they have a fraction or an exponent, so that no digit
        is lost. Raises the same errors as `edit`.
        """
        request = _code(code, files, dialect)
        if select is not None:
            request["select"] = select
        include = list(include)
        if include:
            request["include"] = include
        data = self._do("/v1/iac/read", request)
        if not isinstance(data.get("content"), dict):
            raise BadAnswer("the answer is not from iacedit: it has no content")
        return data["content"]

    def values(
        self, select: Union[Mapping[str, Any], Sequence[Any], str], *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
        dialect: Optional[str] = None,
    ) -> List[Dict[str, Any]]:  # fmt: skip
        """Return what a selection names, in its order: "address", "file" and "range", and one of "entry", "value" and "source".

        Numbers are as those of `read`. Raises the same errors as `edit`.
        """
        request = _code(code, files, dialect)
        request["select"], request["return"] = select, "values"
        data = self._do("/v1/iac/read", request)
        if not isinstance(data.get("values"), list):
            raise BadAnswer("the answer is not from iacedit: it has no values")
        return data["values"]

    def find(
        self, rules: Sequence[Mapping[str, Any]], *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
        dialect: Optional[str] = None, invalid: Optional[str] = None,
    ) -> FindAnswer:  # fmt: skip
        """Find expressions of a shape, text, or references.

        rules    the rules: {"match": "lookup($map, $key)"},
                 {"text": "us-east-1"}, {"pattern": "ref=v[0-9.]+"} or {"reference": "var.region"}; "in" limits
                 a rule to a selection, in the form of select in `read`
        invalid  "skip" skips files that do not parse; the answer lists them

        Raises the same errors as `edit`.
        """
        request = _code(code, files, dialect)
        request["find"] = rules
        if invalid is not None:
            request["invalid"] = invalid
        data = self._do("/v1/iac/find", request)
        try:
            return FindAnswer([_found(f) for f in data["found"]], _skipped(data))
        except (AttributeError, KeyError, TypeError) as e:
            raise BadAnswer(f"the answer is not from iacedit: {e!r}") from e

    def convert(
        self, to: str, *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
    ) -> ConvertAnswer:  # fmt: skip
        """Convert code to the other syntax of Terraform.

        to     "hcl" for native syntax (*.tf), or "json" (*.tf.json)
        code   the code; JSON as a string
        files  instead of code: the files of one directory by name; those in the other syntax
               are converted

        Raises the same errors as `edit`.
        """
        request = _code(code, files, None)
        request["to"] = to
        data = self._do("/v1/iac/convert", request)
        try:
            return ConvertAnswer(
                code=data.get("converted_code", ""),
                files=data.get("converted_files", {}),
                notes=[Note(n["code"], n["message"], n.get("address", ""), n.get("file", "")) for n in data["notes"]],
            )
        except (AttributeError, KeyError, TypeError) as e:
            raise BadAnswer(f"the answer is not from iacedit: {e!r}") from e

    def upgrade(
        self, provider: str, *, to: Optional[int] = None, from_: Optional[int] = None, keep_defaults: bool = False,
        code: Optional[str] = None, files: Optional[Mapping[str, str]] = None, invalid: Optional[str] = None,
    ) -> UpgradeAnswer:  # fmt: skip
        """Upgrade code to a new major version of a provider.

        provider       its name or source: "azurerm", "hashicorp/azurerm"
        to             the major version to reach; by default the newest that the server knows
        from_          the major version that the code is at; by default the code says it
        keep_defaults  write old defaults where the code relies on them
        invalid        "skip" skips files that do not parse

        Raises the same errors as `edit`.
        """
        request = _code(code, files, None)
        upgrade: Dict[str, Any] = {"provider": provider}
        if to is not None:
            upgrade["to"] = to
        if from_ is not None:
            upgrade["from"] = from_
        if keep_defaults:
            upgrade["keepDefaults"] = True
        request["upgrade"] = upgrade
        if invalid is not None:
            request["invalid"] = invalid
        data = self._do("/v1/iac/upgrade", request)
        try:
            return UpgradeAnswer(
                code=data.get("edited_code", ""),
                files=data.get("edited_files", {}),
                from_version=data["from"],
                to_version=data["to"],
                manual=[Manual(m["line"], m["address"], m["say"], m.get("file", "")) for m in data["manual"]],
                defaults=[ChangedDefault(d["type"], d["path"], d["places"], d.get("was", ""), d.get("now", "")) for d in data["defaults"]],
                unknown=data["unknown"],
                lock_files=data["lock_files"],
            )
        except (AttributeError, KeyError, TypeError) as e:
            raise BadAnswer(f"the answer is not from iacedit: {e!r}") from e

    def close(self) -> None:
        """Close the connections. The client may be used again."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, path: str, request: Mapping[str, Any]) -> Dict[str, Any]:
        """Send a request until there is an answer, or no attempt is left."""
        body = _encode(request)
        headers = dict(self._headers)
        if self._compress and len(body) >= _WORTHWHILE:
            body = gzip.compress(body, 1)
            headers["Content-Encoding"] = "gzip"
        least = _LEAST_WAIT
        left = self._attempts
        lost = 0
        while True:
            left -= 1
            wait = random.uniform(0, min(least, self._max_wait))
            try:
                return self._attempt(self._path + path, body, headers)
            except Refused as e:
                lost += e.status in _LOST
                if left <= 0 or lost > 1 or e.status not in _AGAIN or e.retry_after > self._max_wait:
                    raise
                wait += e.retry_after
            except _Unreached as e:
                if left <= 0:
                    raise ConnectionFailed(f"{self._host}: {e.__cause__!r}") from e.__cause__
            except ssl.SSLCertVerificationError as e:
                raise ConnectionFailed(str(e)) from e
            except (OSError, http.client.HTTPException) as e:
                lost += 1
                self.close()  # a new connection may lead to another server
                if left <= 0 or lost > 1:
                    raise ConnectionFailed(f"{self._host}: {e!r}") from e
            time.sleep(wait)
            least = min(2 * least, self._max_wait)

    def _attempt(self, path: str, body: bytes, headers: Mapping[str, str]) -> Dict[str, Any]:
        """Send a request once, on a connection that the server has not closed meanwhile."""
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._connection()
            elif _ended(connection):
                connection.close()
                continue
            return self._exchange(connection, path, body, headers)

    def _connection(self) -> http.client.HTTPConnection:
        if self._ssl is not None:
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._ssl)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def _exchange(
        self, connection: http.client.HTTPConnection, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Dict[str, Any]:
        """Send a request on a connection, and keep the connection if it can be used again."""
        until = time.monotonic() + self._timeout
        keep = False
        try:
            if connection.sock is None:
                try:
                    connection.connect()
                except ssl.SSLCertVerificationError:
                    raise
                except OSError as e:
                    raise _Unreached from e
            _limit(connection, until)
            connection.request("POST", path, body, dict(headers))
            _limit(connection, until)
            response = connection.getresponse()
            text = self._text(connection, response, until)
            keep = not response.will_close
        finally:
            if keep:
                with self._lock:
                    self._idle.append(connection)
            else:
                connection.close()
        if response.status != 200:
            _refuse(response, text)
        try:
            data = _decode(text)["data"]
            if isinstance(data, dict):
                return cast(Dict[str, Any], data)
            raise TypeError("its data is not an object")
        except (ValueError, KeyError, TypeError) as e:
            raise BadAnswer(f"the answer is not from iacedit: {e!r}") from e

    def _text(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, until: float) -> bytes:
        """Read an answer, up to the bound of its size."""
        text = bytearray()
        while True:
            _limit(connection, until)
            part = response.read1(min(1 << 16, self._max_answer + 1 - len(text)))
            if not part:
                if response.length:
                    raise http.client.IncompleteRead(bytes(text), response.length)
                response.close()  # the connection can then be used again
                return bytes(text)
            text += part
            if len(text) > self._max_answer:
                raise BadAnswer(f"the answer is longer than max_answer, {self._max_answer} bytes")


def _ended(connection: http.client.HTTPConnection) -> bool:
    """Report whether the server has closed an idle connection."""
    try:
        return connection.sock is None or bool(select.select([connection.sock], [], [], 0)[0])
    except (OSError, ValueError):  # too many files are open for select
        return True


def _limit(connection: http.client.HTTPConnection, until: float) -> None:
    """Set the time-out of the next step on a connection to the remaining time."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    if connection.sock is not None:  # it is None after an answer that ends the connection
        connection.sock.settimeout(left)


def _code(code: Optional[str], files: Optional[Mapping[str, str]], dialect: Optional[str]) -> Dict[str, Any]:
    """The common members of requests."""
    request: Dict[str, Any] = {}
    if code is not None:
        request["code"] = code
    if files is not None:
        request["files"] = files
    if dialect is not None:
        request["dialect"] = dialect
    return request


def _encode(value: object) -> bytes:
    """Encode a value as JSON, with the exact digits of a Decimal."""
    parts: List[str] = []
    _append(value, parts)
    try:
        return "".join(parts).encode()
    except UnicodeEncodeError as e:
        raise ValueError(f"text is not Unicode, which JSON cannot represent: {e}") from e


def _append(value: object, to: List[str]) -> None:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a JSON number")
        to.append(str(value))
    elif isinstance(value, Mapping):
        separator = "{"
        for key, member in cast(Mapping[object, object], value).items():
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is not a string")
            to.append(separator + json.dumps(key, ensure_ascii=False) + ":")
            _append(member, to)
            separator = ","
        to.append("}" if separator == "," else "{}")
    elif isinstance(value, (list, tuple)):
        separator = "["
        for element in cast(Sequence[object], value):
            to.append(separator)
            _append(element, to)
            separator = ","
        to.append("]" if separator == "," else "[]")
    else:
        to.append(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _int(digits: str) -> Union[int, Decimal]:
    """Decode a whole number; a Decimal if Python refuses to make an int of so many digits."""
    return int(digits) if len(digits) <= 4000 else Decimal(digits)


def _decode(text: bytes) -> Any:
    return json.loads(text, parse_float=Decimal, parse_int=_int)


def _point(p: Mapping[str, Any]) -> Point:
    return Point(p["line"], p["column"], p["offset"])


def _change(c: Mapping[str, Any]) -> Change:
    return Change(_point(c["start"]), _point(c["end"]), c["text"], c.get("file", ""))


def _found(f: Mapping[str, Any]) -> Found:
    at = f["range"]
    return Found(
        f["rule"], f["address"], f["attribute"], _point(at["start"]), _point(at["end"]), f["text"], f.get("file", ""), f.get("names", {})
    )


def _skipped(data: Mapping[str, Any]) -> List[Skipped]:
    return [Skipped(s["file"], s["message"], s["position"]["line"], s["position"]["column"]) for s in data.get("skipped", ())]


def _position(at: Optional[Mapping[str, Any]]) -> Optional[Position]:
    return Position(at["line"], at["column"], at.get("file", "")) if at else None


def _report(r: Mapping[str, Any]) -> Report:
    return Report(
        [Outcome(c["pointer"], c["address"], c["result"], c.get("file", ""), c.get("attribute", "")) for c in r["changes"]],
        [
            EditWarning(w["pointer"], w["code"], w["message"], w.get("address", ""), w.get("file", ""), _position(w.get("position")))
            for w in r["warnings"]
        ],
    )


def _refuse(response: http.client.HTTPResponse, text: bytes) -> NoReturn:
    """Raise the error of an answer that is not a success."""
    request_id = response.getheader("X-Request-Id") or ""
    after = _retry_after(response.getheader("Retry-After") or "", datetime.now(timezone.utc))
    try:
        error = _decode(text)["error"]
        at = error.get("position")
        refused = Refused(
            response.status, error["code"], error["message"], pointer=error.get("pointer", ""),
            position=_position(at),
            location=error.get("location", ""), request_id=request_id, retry_after=after,
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError):
        message = f"the answer is not from iacedit: {text[:200]!r}"
        refused = Refused(response.status, "", message, request_id=request_id, retry_after=after)
    raise refused


def _retry_after(header: str, now: datetime) -> float:
    """Return the seconds of a header Retry-After (a number or a date); 0 if there are none."""
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except (TypeError, ValueError, IndexError):
        return 0.0
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - now).total_seconds())


def apply_changes(code: str, changes: Iterable[Change]) -> str:
    """Apply the changes of an answer to the code of its request."""
    source = code.encode()
    parts: List[bytes] = []
    done = 0
    for c in changes:
        if not done <= c.start.offset <= c.end.offset <= len(source):
            raise ValueError("the changes do not belong to this code")
        parts += source[done : c.start.offset], c.text.encode()
        done = c.end.offset
    parts.append(source[done:])
    return b"".join(parts).decode()


def apply_changes_to_files(files: Mapping[str, str], changes: Iterable[Change]) -> Dict[str, str]:
    """Apply the changes of an answer to a copy of the files of its request."""
    of: Dict[str, List[Change]] = {}
    for c in changes:
        of.setdefault(c.file, []).append(c)
    edited = dict(files)
    for name, some in of.items():
        edited[name] = apply_changes(files.get(name, ""), some)
    return edited
