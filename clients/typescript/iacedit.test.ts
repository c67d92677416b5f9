// Tests of iacedit.ts: node --test (Node 22.18 or newer, else compiled by tsc)
//
// What needs a server of iacedit's uses the one at IACEDIT_URL; one that asks for the token
// IACEDIT_TOKEN, and answers in shape b, is at IACEDIT_GUARDED_URL. IACEDIT_CODE is a folder
// of code to read and to set back.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";

import { applyChanges, applyChangesToFiles, BadAnswer, Client, ConnectionFailed, Digits, Refused, retryAfter } from "./iacedit.ts";
import type { Change, EditRequest } from "./iacedit.ts";

const done = '{"success":true,"data":{"edited_code":"a = 1\\n"},"message":"iac-edit: success"}';
const failed = '{"success":false,"error":{"code":"INTERNAL_ERROR","message":"m","location":"iac-edit"},"message":"m"}';
const setA: EditRequest = { code: "", edits: { set: { tfvars: { attributes: { a: 1 } } } } };

type Step = (request: IncomingMessage, response: ServerResponse) => void;

function answer(status: number, body: string, headers: Record<string, string> = {}): Step {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** Ends the connection in the middle of the answer. */
const cut: Step = (request, response) => {
  response.writeHead(200, { "Content-Length": done.length });
  response.write(done.slice(0, 10), () => request.socket.destroy());
};
const hangUp: Step = (request) => request.socket.destroy();
const reset: Step = (request) => request.socket.resetAndDestroy();
const never: Step = () => {};

/** A server that answers each request by the step that is next, the last for ever, and keeps what it got. */
async function fake(t: TestContext, ...steps: Step[]) {
  const got = { url: "", bodies: [] as Buffer[], headers: [] as IncomingMessage["headers"][], paths: [] as (string | undefined)[] };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    got.bodies.push(Buffer.concat(parts));
    got.headers.push(request.headers);
    got.paths.push(request.url);
    steps[Math.min(got.bodies.length, steps.length) - 1]!(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  got.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return got;
}

for (const [name, steps, sent] of [
  ["502, 504", [answer(502, ""), answer(504, ""), answer(200, done)], 2],
  ["reset twice", [reset, hangUp, answer(200, done)], 2],
] as [string, Step[], number][]) {
  test(`is sent once more at most: ${name}`, async (t) => {
    const server = await fake(t, ...steps);
    await assert.rejects(new Client(server.url, { maxWait: 10 }).edit({ code: "", edits: setA }));
    assert.equal(server.bodies.length, sent);
  });
}

for (const [name, steps, sent, least] of [
  ["500", [answer(500, failed), answer(200, done)], 2, 0],
  ["502, 503", [answer(502, "<html>"), answer(503, ""), answer(503, ""), answer(200, done)], 4, 0],
  ["503 with seconds", [answer(503, failed, { "Retry-After": "1" }), answer(200, done)], 2, 990],
  ["503 with nonsense", [answer(503, failed, { "Retry-After": "soon" }), answer(200, done)], 2, 0],
  ["hangs up", [hangUp, answer(200, done)], 2, 0],
  ["reset", [reset, answer(200, done)], 2, 0],
  ["cut off", [cut, answer(200, done)], 2, 0],
  ["slow", [never, answer(200, done)], 2, 290],
] as [string, Step[], number, number][]) {
  test(`is sent again: ${name}`, async (t) => {
    const server = await fake(t, ...steps);
    const began = performance.now();
    const { code } = await new Client(server.url, { timeout: name === "slow" ? 300 : 30_000 }).edit(setA);
    assert.equal(code, "a = 1\n");
    assert.equal(server.bodies.length, sent);
    assert.ok(performance.now() - began >= least, "it did not wait");
    for (const body of server.bodies) assert.deepEqual(body, server.bodies[0]);
  });
}

test("a date is honoured", async (t) => {
  const server = await fake(
    t,
    (_, response) => response.writeHead(503, { "Retry-After": new Date(Date.now() + 2000).toUTCString() }).end(failed),
    answer(200, done),
  );
  const began = performance.now();
  await new Client(server.url).edit(setA);
  assert.ok(performance.now() - began >= 900, "it did not wait");
  const now = Date.parse("2026-01-02T03:04:05Z");
  assert.equal(retryAfter("Fri, 02 Jan 2026 03:04:15 GMT", now), 10_000);
  assert.equal(retryAfter("Fri, 02 Jan 2026 03:04:00 GMT", now), 0);
  assert.equal(retryAfter(" 7 ", now), 7000);
  assert.equal(retryAfter("soon", now), 0);
});

test("is given up", async (t) => {
  const server = await fake(t, answer(500, failed));
  await assert.rejects(new Client(server.url, { maxWait: 10 }).edit(setA), (e) => e instanceof Refused && e.code === "INTERNAL_ERROR");
  assert.equal(server.bodies.length, 5);
  const asks = await fake(t, answer(503, failed, { "Retry-After": "11" }));
  await assert.rejects(new Client(asks.url).edit(setA), (e) => e instanceof Refused && e.retryAfter === 11_000);
  assert.equal(asks.bodies.length, 1);
  const gone = new Client("http://127.0.0.1:1", { maxWait: 10, attempts: 2 });
  await assert.rejects(gone.edit(setA), (e) => e instanceof ConnectionFailed && e.cause instanceof Error);
});

test("is refused once", async (t) => {
  for (const status of [400, 401, 413, 429, 302]) {
    const server = await fake(t, answer(status, "no", { Location: "/x" }));
    await assert.rejects(new Client(server.url).edit(setA), (e) => e instanceof Refused && e.status === status && e.code === "");
    assert.equal(server.bodies.length, 1);
  }
});

test("a signal ends it", async (t) => {
  const server = await fake(t, answer(503, failed, { "Retry-After": "5" }));
  const slow = await fake(t, never);
  for (const { url } of [server, slow]) {
    const began = performance.now();
    await assert.rejects(new Client(url).edit(setA, AbortSignal.timeout(100)), { name: "TimeoutError" });
    assert.ok(performance.now() - began < 4000, "it waited on");
  }
  await assert.rejects(new Client(server.url).edit(setA, AbortSignal.abort(new Error("mine"))), { message: "mine" });
});

test("requests", async (t) => {
  const server = await fake(t, answer(200, done));
  const client = new Client(`${server.url}/api/`, { token: "secret" });
  const last = () => server.bodies.at(-1)!.toString();
  await client.edit({ code: "é<", edits: "{}", return: ["code", "diff"], report: true, dialect: "hcl" });
  assert.equal(last(), '{"code":"é<","edits":"{}","return":["code","diff"],"report":true,"dialect":"hcl"}');
  assert.equal(server.paths[0], "/api/v1/iac/edit");
  assert.equal(server.headers[0]!.authorization, "Bearer secret");
  await client.edit({ files: { "a.tf": "" }, edits: { n: [new Digits("0.10"), 12345678901234567890n, 1.5, null, true] } });
  assert.equal(last(), '{"files":{"a.tf":""},"edits":{"n":[0.10,12345678901234567890,1.5,null,true]}}');
  for (const wrong of ["\ud800", Number.NaN, { "\udc00": 1 }]) await assert.rejects(client.edit({ code: "", edits: { wrong } }), RangeError);
  assert.throws(() => new Digits("1}"), RangeError);
  for (const url of ["", "127.0.0.1:8080", "ftp://h", "http://"]) assert.throws(() => new Client(url), TypeError);
});

test("compress", async (t) => {
  const server = await fake(t, answer(200, done));
  const code = "#".repeat(100_000);
  await new Client(server.url, { compress: true }).edit({ ...setA, code } as EditRequest);
  assert.equal(server.headers[0]!["content-encoding"], "gzip");
  assert.equal(JSON.parse(gunzipSync(server.bodies[0]!).toString()).code, code);
  await new Client(server.url, { compress: true }).edit(setA);
  assert.equal(server.headers[1]!["content-encoding"], undefined);
});

test("bad answers", async (t) => {
  for (const body of ["hello", "{}", "[]", '{"data":[1]}', " ".repeat(101)]) {
    const server = await fake(t, answer(200, body));
    await assert.rejects(new Client(server.url, { maxAnswer: 100 }).edit(setA), BadAnswer);
    assert.equal(server.bodies.length, 1);
  }
});

test("exact numbers", async (t) => {
  const numbers: [string, number | Digits][] = [
    ["1", 1], ["-0.5", -0.5], ["7.50", 7.5], ["1e3", 1000], ["1E-7", 1e-7], ["0.1", 0.1], ["0", 0], ["-0", -0], ["0e9", 0],
    ["9007199254740993", new Digits("9007199254740993")], ["12345678901234567890", new Digits("12345678901234567890")],
    ["0.12345678901234567890", new Digits("0.12345678901234567890")], ["1e999", new Digits("1e999")], ["1e-999", new Digits("1e-999")],
  ]; // prettier-ignore
  for (const [text, want] of numbers) {
    const server = await fake(t, answer(200, `{"data":{"content":{"s":"\\\\\\"1${text}\\\\","n":[${text}]}}}`));
    const got = await new Client(server.url).read({ code: "" });
    assert.deepEqual(got, { s: `\\"1${text}\\`, n: [want] });
  }
});

test("changes", () => {
  const at = (start: number, end: number, text: string, file?: string): Change => ({
    start: { line: 1, column: 1, offset: start },
    end: { line: 1, column: 1, offset: end },
    text,
    ...(file === undefined ? {} : { file }),
  });
  assert.equal(applyChanges("aäb", [at(0, 1, "x"), at(1, 3, ""), at(4, 4, "end")]), "xbend");
  assert.equal(applyChanges("\ufeffa", [at(3, 4, "b")]), "\ufeffb");
  for (const wrong of [[at(0, 9, "")], [at(2, 1, "")], [at(0, 2, ""), at(1, 3, "")]]) assert.throws(() => applyChanges("aäb", wrong), RangeError);
  assert.deepEqual(applyChangesToFiles({ "a.tf": "a" }, [at(0, 0, "new", "b.tf")]), { "a.tf": "a", "b.tf": "new" });
});

const { IACEDIT_URL: url = "", IACEDIT_GUARDED_URL: guarded = "", IACEDIT_TOKEN: token = "", IACEDIT_CODE: folder } = process.env;
const real = { skip: url === "" && "IACEDIT_URL names no server of iacedit's" };

test("a real edit", real, async () => {
  const code = '# The network.\r\nmodule "vpc" {\r\n  version = "5.0.0" # pinned\r\n}\r\n';
  const edits = { update: { module: { vpc: { attributes: { version: "5.1.0" } } } } };
  const got = await new Client(url).edit({ code, edits, return: ["code", "changes", "diff"], report: true });
  const want = code.replace("5.0.0", "5.1.0");
  assert.equal(got.code, want);
  assert.equal(applyChanges(code, got.changes), want);
  assert.match(got.diff, /\+\+\+ b\/main\.tf/);
  const pointer = "/edits/update/module/vpc/attributes/version";
  assert.deepEqual(got.report, { changes: [{ pointer, address: "module.vpc", attribute: "version", result: "changed" }], warnings: [] });
});

test("real files", real, async () => {
  const files = { "main.tf": 'module "m" {}\n', "variables.tf": 'variable "a" {}\n' };
  const got = await new Client(url).edit({ files, edits: { set: { variable: { b: {} } } }, return: ["code", "changes"] });
  assert.deepEqual(Object.keys(got.files), ["variables.tf"]);
  assert.deepEqual(applyChangesToFiles(files, got.changes), { ...files, ...got.files });
});

test("a real refusal", real, async () => {
  const client = new Client(url);
  await assert.rejects(client.edit({ code: 'module "vpc" {}\n', edits: { delete: { module: { vcp: [] } } } }), (e) => {
    assert.ok(e instanceof Refused);
    assert.deepEqual([e.status, e.code, e.pointer, e.location], [400, "BLOCK_NOT_FOUND", "/edits/delete/module/vcp", "iac-edit"]);
    assert.match(e.message, /did you mean "vpc"\?$/);
    assert.ok(e.requestId);
    return true;
  });
  await assert.rejects(client.read({ files: { "a.tf": "a = [\n" } }), (e) => {
    assert.ok(e instanceof Refused);
    assert.deepEqual([e.code, e.position], ["INVALID_CODE", { file: "a.tf", line: 1, column: 5 }]);
    return true;
  });
});

test("a real reading", real, async () => {
  const client = new Client(url);
  const code = "# Net.\nmodule \"vpc\" {\n  a = var.b\n}\n";
  const got = await client.read({ code, select: { module: { "*": [{ attributes: ["a"] }] } }, include: ["comments"] });
  assert.deepEqual(got, { module: { vpc: [{ comment: "Net.", attributes: { a: "${var.b}" } }] } });
  const [one] = await client.values({ code, select: "module.*.a" });
  assert.deepEqual([one?.address, one?.value, one?.range.start.offset], ["module.vpc.a", "${var.b}", 24]);
  const numbers = "a = 12345678901234567890.10\nb = 12345678901234567890\n";
  assert.equal((await client.edit({ code: "", edits: { add: await client.read({ code: numbers }) } })).code, numbers);
});

test("a real search", real, async () => {
  const client = new Client(url);
  const code = "locals {\n  é = lookup(var.amis, var.region)\n}\n";
  const { found } = await client.find({ code, find: [{ match: "lookup($map, $key)" }] });
  assert.deepEqual(found, [
    {
      rule: 0,
      address: "locals",
      attribute: "é",
      range: { start: { line: 2, column: 7, offset: 16 }, end: { line: 2, column: 35, offset: 44 } },
      text: "lookup(var.amis, var.region)",
      names: { map: "var.amis", key: "var.region" },
    },
  ]);
  const files = { "a.tf": 'module "a" {\n  x = [1, 2]\n}\nmodule "b" {\n  x = [3]\n}\n', "b.tf": "a = [\n" };
  const some = await client.find({ files, find: [{ match: "[$$all]", in: { module: { a: [] } } }], invalid: "skip" });
  assert.deepEqual(some.found.map((f) => [f.file, f.address, f.names]), [["a.tf", "module.a", { all: ["1", "2"] }]]);
  assert.deepEqual(some.skipped.map((s) => [s.file, s.position.line, s.position.column]), [["b.tf", 1, 5]]);
  await assert.rejects(client.find({ code: "", find: [{ match: "$x" }] }), (e) => e instanceof Refused && e.location === "iac-find" && e.pointer === "/find/0/match");
});

test("a real rewriting", real, async () => {
  const rewrite = [{ match: "lookup($map, $key)", to: "$map[$key]", in: { locals: [] } }];
  const { code } = await new Client(url).edit({ code: "locals {\n  a = lookup(var.m, 1) # kept\n}\n", edits: { rewrite } });
  assert.equal(code, "locals {\n  a = var.m[1] # kept\n}\n");
});

test("a real conversion", real, async () => {
  const client = new Client(url);
  const got = await client.convert({ code: '{"resource": {"a_b": {"c": {"d": {"n": 1}}}}}', to: "hcl" });
  assert.equal(got.code, 'resource "a_b" "c" {\n  d {\n    n = 1\n  }\n}\n');
  assert.deepEqual(got.notes.map((n) => [n.code, n.address]), [["GUESSED", "resource.a_b.c.d"]]);
  const files = await client.convert({ files: { "a.tf": "locals {}\n" }, to: "json" });
  assert.deepEqual(files.files, { "a.tf.json": '{\n  "locals": {}\n}\n' });
});

test("a real upgrade", real, async () => {
  const code = 'resource "azurerm_key_vault" "a" {\n  enable_rbac_authorization = true\n  contact {}\n}\n';
  const got = await new Client(url).upgrade({ code, upgrade: { provider: "azurerm", from: 4, to: 5 } });
  assert.equal(got.code, code.replace("enable_rbac_authorization", "rbac_authorization_enabled"));
  assert.deepEqual([got.from, got.to], [4, 5]);
  assert.deepEqual(got.manual.map((m) => [m.line, m.address]), [[3, "azurerm_key_vault.a.contact"]]);
});

test("setting what was read changes no byte", { skip: real.skip || (folder === undefined && "IACEDIT_CODE names no folder") }, async () => {
  const client = new Client(url);
  let same = 0;
  for (const path of readdirSync(folder!).filter((path) => path.endsWith(".tf"))) {
    const code = readFileSync(`${folder}/${path}`, "utf8");
    try {
      const content = await client.read({ code });
      if (Object.keys(content).length === 0) continue;
      assert.equal((await client.edit({ code, edits: { set: content } })).code, code, path);
      same++;
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      assert.match(e.message, /block type|label/, path); // what the dialect has no address for
    }
  }
  assert.ok(same > 10, `only ${same} files`);
});

test("a guarded server", real, async () => {
  const client = new Client(`${guarded}/api`, { token, compress: true });
  const code = `# ${"x".repeat(5000)}\n`;
  assert.equal((await client.edit({ ...setA, code } as EditRequest)).code, `${code}\na = 1\n`);
  await assert.rejects(new Client(guarded).edit(setA), (e) => e instanceof Refused && e.status === 401 && e.code === "UNAUTHORIZED");
});
