"""Edit, read, search and convert Terraform, OpenTofu and other HCL2 code by a server of iacedit's.

    from iacedit import Client, Refused

    with Client("http://127.0.0.1:8080") as client:
        answer = client.edit(
            {"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}},
            code='module "vpc" {\\n  version = "5.0.0" # pinned\\n}\\n',
        )
        print(answer.code)

One file, Python 3.9 or newer, the standard library alone: copy it beside your own code.

All operations are pure, so that a request can be sent twice: what fails with status 500
or 503, or cannot be sent, is sent again, after a wait that grows and is random. What was
sent and not answered (502, 504, a connection that fails, a time-out) is sent once more at
most: it may be the request that ends the server. A server's Retry-After is honoured. What
the server refuses for what it says raises `Refused`, at once.

Files are to be read and written so that their line ends stay as they are:
`path.read_bytes().decode()`, and `path.write_bytes(text.encode())`.
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
    "BadAnswer", "Change", "Client", "ConnectionFailed", "ConvertAnswer", "EditAnswer", "EditWarning", "FindAnswer", "Found", "IaceditError", "Note", "Outcome",
    "Point", "Position", "Refused", "Report", "Skipped", "apply_changes", "apply_changes_to_files",
]  # fmt: skip

DEFAULT_TIMEOUT = 30.0
DEFAULT_ATTEMPTS = 5
DEFAULT_MAX_WAIT = 10.0
DEFAULT_MAX_ANSWER = 64 << 20

_LEAST_WAIT = 0.1  # bounds the first wait; each is bounded by twice what the one before was
_WORTHWHILE = 1 << 10  # the size from which compression shortens a request
_LOST = frozenset((502, 504))  # the statuses of requests that a server may have had and did not answer
_AGAIN = frozenset({500, 502, 503, 504})  # the statuses of servers that failed


class IaceditError(Exception):
    """Why there is no answer."""


class ConnectionFailed(IaceditError):
    """No answer arrived, however often the request was sent. The cause is the last attempt's."""


class _Unreached(Exception):
    """No connection could be made, so that nothing was sent. The cause says why."""


class BadAnswer(IaceditError):
    """An answer that is longer than `max_answer`, or that is not iacedit's."""


@dataclass(frozen=True)
class Position:
    """A place in the code that is at fault."""

    line: int  # from 1
    column: int  # from 1, in characters
    file: str = ""  # of files


class Refused(IaceditError):
    """An answer that is no success: what the server refuses, or fails to do."""

    def __init__(
        self, status: int, code: str, message: str, *, pointer: str = "", position: Optional[Position] = None,
        location: str = "", request_id: str = "", retry_after: float = 0.0,
    ) -> None:  # fmt: skip
        super().__init__(status, code, message)
        self.status = status  # of HTTP
        self.code = code  # "BLOCK_NOT_FOUND"; "" where what answered is not iacedit
        self.message = message  # says what was looked for, and what was found
        self.pointer = pointer  # JSON Pointer to what is at fault in the request
        self.position = position
        self.location = location  # "iac-edit", "iac-read", "iac-find" or "iac-convert"
        self.request_id = request_id  # names the request in the server's log
        self.retry_after = retry_after  # seconds that the server asks to wait

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
    """A range of the code as sent, and what stands there instead."""

    start: Point
    end: Point  # the first character that is not replaced
    text: str
    file: str = ""  # of files


@dataclass(frozen=True)
class Outcome:
    """What became of a block, or of an attribute that an edit names."""

    pointer: str  # JSON Pointer to the edit in the request
    address: str  # of the block: resource.aws_instance.web
    result: str  # created, changed, unchanged, deleted, renamed, moved, absent or unreachable
    file: str = ""  # of files
    attribute: str = ""  # the path as sent, "" where it is about the block


@dataclass(frozen=True)
class Skipped:
    """A file that was left alone because it does not parse."""

    file: str
    message: str
    line: int  # from 1, where it is wrong
    column: int  # from 1, in characters


@dataclass(frozen=True)
class EditWarning:
    """About what is written as asked but is likely not meant."""

    pointer: str
    code: str  # "LOOKS_LIKE_A_REFERENCE"
    message: str
    address: str = ""  # of one of several places: its block
    file: str = ""  # of files
    position: Optional[Position] = None


@dataclass(frozen=True)
class Report:
    """What edits did."""

    changes: List[Outcome]
    warnings: List[EditWarning]


@dataclass(frozen=True)
class EditAnswer:
    """What edits made. What was not asked for is empty."""

    code: str = ""  # the edited code
    files: Dict[str, str] = field(default_factory=dict[str, str])  # of files, those that changed or are new, whole
    changes: List[Change] = field(default_factory=list[Change])  # see apply_changes
    diff: str = ""  # a unified diff, "" where nothing changed
    report: Optional[Report] = None
    skipped: List[Skipped] = field(default_factory=list[Skipped])  # with invalid="skip", the files that do not parse


@dataclass(frozen=True)
class Found:
    """A place where a rule finds something."""

    rule: int  # among the rules, from 0
    address: str  # of the block: resource.aws_instance.web
    attribute: str  # its path: tags.Name
    start: Point
    end: Point  # the first character after it
    text: str  # as it is written
    file: str = ""  # of files
    names: Dict[str, Union[str, List[str]]] = field(default_factory=dict[str, Union[str, List[str]]])
    # what the metavariables stand for, as it is written: a text of $name, texts of $$name


@dataclass(frozen=True)
class FindAnswer:
    """What rules found."""

    found: List[Found]  # in the order of the files and of the code in each
    skipped: List[Skipped] = field(default_factory=list[Skipped])  # with invalid="skip", the files that do not parse


@dataclass(frozen=True)
class Note:
    """What a conversion guessed, changed in form, or lost."""

    code: str  # GUESSED, COMMENTS_LOST, METADATA_LEFT_OUT, NOT_IN_SCHEMA; more may come
    message: str
    address: str = ""  # resource.aws_instance.web.ebs_block_device
    file: str = ""


@dataclass(frozen=True)
class ConvertAnswer:
    """Code in the other syntax."""

    code: str = ""
    files: Dict[str, str] = field(default_factory=dict[str, str])  # of files, those that were converted, by their new names
    notes: List[Note] = field(default_factory=list[Note])


class Client:
    """Sends requests to a server. Threads may share one."""

    def __init__(
        self, url: str, *, token: Optional[str] = None, compress: bool = False, timeout: float = DEFAULT_TIMEOUT,
        attempts: int = DEFAULT_ATTEMPTS, max_wait: float = DEFAULT_MAX_WAIT, max_answer: int = DEFAULT_MAX_ANSWER,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:  # fmt: skip
        """
        url         where the server is, "https://iac.example.com/api"; the operations' paths are appended
        token       the bearer token, for a server that asks for one
        compress    whether to gzip requests of more than a kilobyte; it helps where the way is slow
        timeout     seconds for one attempt
        attempts    how often a request is sent at most
        max_wait    seconds to wait between attempts at most; a server that asks for more is `Refused`
        max_answer  bytes of an answer at most
        ssl_context for https; the default trusts what the system does
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no URL of a server, as http://127.0.0.1:8080 is")
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
        """Apply edits to code, or to the files of a module or of a tree of modules: all of them or none.

        edits    the edits as Python has them (numbers with exact digits as Decimal), or a string of JSON
        code     the code; it may be empty
        files    in place of it, files by their names: of one directory, or with folders of a tree of modules
        invalid  "skip" leaves files alone that do not parse, and names them in the answer
        returns  what the answer is to hold: "code", "changes", "diff", or several
        report   whether it is to hold what each edit did
        dialect  "terraform" or "hcl"; None means the server's own

        Raises Refused, ConnectionFailed, BadAnswer; ValueError for what JSON cannot say.
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
            raise BadAnswer(f"what answered is not iacedit: {e!r}") from e

    def read(
        self, *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None, select: Optional[Mapping[str, Any]] = None,
        include: Iterable[str] = (), dialect: Optional[str] = None,
    ) -> Dict[str, Any]:  # fmt: skip
        """The content of code, in the words of the edits: it can be changed and sent back.

        select   names what is wanted; None means all
        include  what is wanted besides: "comments", "ranges"

        Numbers are int, or Decimal where they have a fraction or an exponent, so that no digit
        is lost. Raises as `edit` does.
        """
        request = _code(code, files, dialect)
        if select is not None:
            request["select"] = select
        include = list(include)
        if include:
            request["include"] = include
        data = self._do("/v1/iac/read", request)
        if not isinstance(data.get("content"), dict):
            raise BadAnswer("what answered is not iacedit: it has no content")
        return data["content"]

    def find(
        self, rules: Sequence[Mapping[str, Any]], *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
        dialect: Optional[str] = None, invalid: Optional[str] = None,
    ) -> FindAnswer:  # fmt: skip
        """Where in code something stands: expressions of some form, text, or references.

        rules    what to look for: {"match": "lookup($map, $key)"},
                 {"text": "us-east-1"}, {"pattern": "ref=v[0-9.]+"} or {"reference": "var.region"}; "in" narrows
                 a rule to what it selects, as select in `read` does
        invalid  "skip" leaves out files that do not parse, and names them in the answer

        Raises as `edit` does.
        """
        request = _code(code, files, dialect)
        request["find"] = rules
        if invalid is not None:
            request["invalid"] = invalid
        data = self._do("/v1/iac/find", request)
        try:
            return FindAnswer([_found(f) for f in data["found"]], _skipped(data))
        except (AttributeError, KeyError, TypeError) as e:
            raise BadAnswer(f"what answered is not iacedit: {e!r}") from e

    def convert(
        self, to: str, *, code: Optional[str] = None, files: Optional[Mapping[str, str]] = None,
    ) -> ConvertAnswer:  # fmt: skip
        """Code in the other syntax of Terraform.

        to     "hcl" for native syntax (*.tf), or "json" (*.tf.json)
        code   the code; JSON as text
        files  in place of it, the files of one directory by their names: those in the other syntax
               are converted

        Raises as `edit` does.
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
            raise BadAnswer(f"what answered is not iacedit: {e!r}") from e

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
        """Send a request until it is answered, or is not to be sent again."""
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
        """Send a request on a connection, which is kept if it is as good as before."""
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
            raise TypeError("its data is no object")
        except (ValueError, KeyError, TypeError) as e:
            raise BadAnswer(f"what answered is not iacedit: {e!r}") from e

    def _text(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, until: float) -> bytes:
        """Read an answer, as far as that is bounded."""
        text = bytearray()
        while True:
            _limit(connection, until)
            part = response.read1(min(1 << 16, self._max_answer + 1 - len(text)))
            if not part:
                if response.length:
                    raise http.client.IncompleteRead(bytes(text), response.length)
                response.close()  # not the connection, which waits for that
                return bytes(text)
            text += part
            if len(text) > self._max_answer:
                raise BadAnswer(f"the answer is longer than max_answer, {self._max_answer} bytes")


def _ended(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection is of no use any more: the server closed it."""
    try:
        return connection.sock is None or bool(select.select([connection.sock], [], [], 0)[0])
    except (OSError, ValueError):  # too many files are open for select
        return True


def _limit(connection: http.client.HTTPConnection, until: float) -> None:
    """Give the next step on a connection the time that is left."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    if connection.sock is not None:  # it is None once the answer, which ends the connection, is there
        connection.sock.settimeout(left)


def _code(code: Optional[str], files: Optional[Mapping[str, str]], dialect: Optional[str]) -> Dict[str, Any]:
    """The members of a request that all operations have."""
    request: Dict[str, Any] = {}
    if code is not None:
        request["code"] = code
    if files is not None:
        request["files"] = files
    if dialect is not None:
        request["dialect"] = dialect
    return request


def _encode(value: object) -> bytes:
    """A value as JSON, with the exact digits of a Decimal."""
    parts: List[str] = []
    _append(value, parts)
    try:
        return "".join(parts).encode()
    except UnicodeEncodeError as e:
        raise ValueError(f"text is not Unicode, which JSON cannot say: {e}") from e


def _append(value: object, to: List[str]) -> None:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no number of JSON's")
        to.append(str(value))
    elif isinstance(value, Mapping):
        separator = "{"
        for key, member in cast(Mapping[object, object], value).items():
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is no string")
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
    """A whole number; one that is longer than Python makes an int of is a Decimal."""
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
    """Raise what an answer that is no success says."""
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
        message = f"what answered is not iacedit: {text[:200]!r}"
        refused = Refused(response.status, "", message, request_id=request_id, retry_after=after)
    raise refused


def _retry_after(header: str, now: datetime) -> float:
    """The seconds that a header Retry-After says, as such or by a date; 0 where it says none."""
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
    """The code with the changes made, which must be those of an answer to it."""
    source = code.encode()
    parts: List[bytes] = []
    done = 0
    for c in changes:
        if not done <= c.start.offset <= c.end.offset <= len(source):
            raise ValueError("the changes are not of this code")
        parts += source[done : c.start.offset], c.text.encode()
        done = c.end.offset
    parts.append(source[done:])
    return b"".join(parts).decode()


def apply_changes_to_files(files: Mapping[str, str], changes: Iterable[Change]) -> Dict[str, str]:
    """A copy of the files with the changes made, which must be those of an answer to them."""
    of: Dict[str, List[Change]] = {}
    for c in changes:
        of.setdefault(c.file, []).append(c)
    edited = dict(files)
    for name, some in of.items():
        edited[name] = apply_changes(files.get(name, ""), some)
    return edited
