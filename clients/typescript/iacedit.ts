/**
 * Edit, read, search and convert Terraform, OpenTofu and other HCL2 code with an iacedit server.
 *
 *     import { Client } from "./iacedit.ts";
 *
 *     const client = new Client("http://127.0.0.1:8080");
 *     const answer = await client.edit({
 *       code: 'module "vpc" {\n  version = "5.0.0" # pinned\n}\n',
 *       edits: { update: { module: { vpc: { attributes: { version: "5.1.0" } } } } },
 *     });
 *     console.log(answer.code);
 *
 * This is one file without dependencies. It runs wherever fetch exists: Node 18 or newer, Deno,
 * Bun, browsers. Copy it beside your own code.
 *
 * Requests have no side effects, so the client repeats them. If the status is 500 or 503, or the
 * request cannot be sent, the client sends it again after a random, growing wait. If a sent
 * request gets no answer (502, 504, a broken connection, a time-out), the client sends it only
 * once more, because the request may crash the server. The client respects Retry-After. If the
 * server refuses a request, the client throws Refused at once.
 */

/** A JSON value, with exact numbers: see Digits. */
export type Json = null | boolean | number | bigint | string | Digits | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A JSON object: edits, a selection. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** Content in the form of edits: entries by block type and labels. */
export type Content = { [blockType: string]: any };

/** The options of a client; times are in milliseconds. */
export interface Options {
  /** The bearer token, if the server requires one. */
  token?: string;
  /** Whether to gzip requests of more than a kilobyte; this helps on slow networks. */
  compress?: boolean;
  /** Time for one attempt (30,000). */
  timeout?: number;
  /** The largest number of attempts (5). */
  attempts?: number;
  /** The longest wait between attempts (10,000); if Retry-After is longer, the request is Refused. */
  maxWait?: number;
  /** The largest size of an answer, in bytes (64 MiB). */
  maxAnswer?: number;
  /** A function to call instead of the global fetch. */
  fetch?: typeof fetch;
}

/** The code of a request: a string, which may be empty; or files by name, of a directory, or with folders of a tree of modules. */
export type Code = { code: string; files?: undefined } | { files: Readonly<Record<string, string>>; code?: undefined };

/** A form of the answer to an edit. */
export type Return = "code" | "changes" | "diff";

/** The language of the code; "hcl" is any HCL2 language without a name of its own here. */
export type Dialect = "terraform" | "terragrunt" | "packer" | "nomad" | "bake" | "hcl";

export type EditRequest = Code & {
  /** The edits, or a string of JSON with them. */
  edits: JsonObject | string;
  /** The contents of the answer: one form or several ("code"). */
  return?: Return | readonly Return[];
  /** Whether the answer has the effect of each edit, and warnings. */
  report?: boolean;
  /** The default is that of the server. */
  dialect?: Dialect;
  /** "skip" skips files that do not parse; the answer lists them. */
  invalid?: "skip";
};

/** The result of edits. Parts that were not requested are empty. */
export interface EditAnswer {
  /** The edited code. */
  code: string;
  /** For files, the complete changed and new files. */
  files: Record<string, string>;
  /** See applyChanges. */
  changes: Change[];
  /** A unified diff, "" if nothing changed. */
  diff: string;
  report?: Report;
  /** With invalid "skip": the files that do not parse. */
  skipped: Skipped[];
}

/** A file that was skipped because it does not parse. */
export interface Skipped {
  file: string;
  message: string;
  position: { line: number; column: number };
}

export type ReadRequest = Code & {
  /** The blocks and attributes to read; by default all. */
  select?: JsonObject | string | readonly Json[];
  /** Additional contents. */
  include?: readonly ("comments" | "lineComments" | "ranges")[];
  dialect?: Dialect;
};

/** A block or value that a selection names: one of entry, value and source is set. */
export interface SelectedValue {
  /** The full dotted address. */
  address: string;
  file?: string;
  range: { start: Point; end: Point };
  /** A block. */
  entry?: JsonObject;
  /** A value, as edits would write it. */
  value?: Json;
  /** The code of a value that JSON cannot express. */
  source?: string;
}

export type FindRequest = Code & {
  /** The rules: { match: "lookup($map, $key)" }, { text: "us-east-1" }, { pattern: "ref=v[0-9.]+" } or { reference: "var.region" }. */
  find: readonly JsonObject[];
  dialect?: Dialect;
  /** "skip" skips files that do not parse; the answer lists them. */
  invalid?: "skip";
};

/** The matches of rules. */
export interface FindAnswer {
  /** In the order of the files and of the code in each. */
  found: Found[];
  /** With invalid "skip": the files that do not parse. */
  skipped: Skipped[];
}

/** A match of a rule. */
export interface Found {
  /** The number of the rule, from 0. */
  rule: number;
  file?: string;
  /** The address of the block: resource.aws_instance.web */
  address: string;
  /** The path of the value in the block: tags.Name */
  attribute: string;
  /** The end is the position of the first character after the match. */
  range: { start: Point; end: Point };
  /** The code as written. */
  text: string;
  /** The code that the metavariables matched: a string for $name, an array of strings for $$name. */
  names?: Record<string, string | string[]>;
}

export type ConvertRequest = Code & {
  /** The syntax to convert to: "hcl" is native syntax. */
  to: "hcl" | "json";
};

/** Code in the other syntax. */
export interface ConvertAnswer {
  code: string;
  /** For files, the converted files by their new names. */
  files: Record<string, string>;
  notes: Note[];
}

/** A guess, a change of form or a loss of a conversion. */
export interface Note {
  code: "GUESSED" | "COMMENTS_LOST" | "METADATA_LEFT_OUT" | "NOT_IN_SCHEMA" | (string & {});
  file?: string;
  /** resource.aws_instance.web.ebs_block_device */
  address?: string;
  message: string;
}

export type UpgradeRequest = Code & {
  /** The provider, the major version that the code is at (by default the code says it), and the one to reach (by default the newest). */
  upgrade: { provider: string; from?: number; to?: number; keepDefaults?: boolean };
  /** "skip" skips files that do not parse. */
  invalid?: "skip";
};

/** Upgraded code, and what is left to do by hand. */
export interface UpgradeAnswer {
  code: string;
  /** For files, the complete changed and new files. */
  files: Record<string, string>;
  from: number;
  to: number;
  /** In the order of the upgraded code. */
  manual: Manual[];
  /** New defaults of arguments that the code leaves out. */
  defaults: ChangedDefault[];
  /** The types in the code of which the upgrade guides say nothing. */
  unknown: string[];
  /** The lock files, which are not edited. */
  lockFiles: string[];
}

/** A place that somebody has to look at. */
export interface Manual {
  file?: string;
  /** In the upgraded code, from 1. */
  line: number;
  address: string;
  /** What is different, and what to do. */
  say: string;
}

/** An argument that the code leaves out, and whose default changed. */
export interface ChangedDefault {
  type: string;
  path: string;
  /** As JSON, if it is known. */
  was?: string;
  now?: string;
  /** How many blocks leave it out. */
  places: number;
}

/** A place in code: line and column from 1, in characters; offset from 0, in bytes of UTF-8. */
export interface Point {
  line: number;
  column: number;
  offset: number;
}

/** A range of the code as sent, and its new text. */
export interface Change {
  file?: string;
  start: Point;
  /** The first character that is not replaced. */
  end: Point;
  text: string;
}

/** The effect of each edit, and warnings. */
export interface Report {
  changes: Outcome[];
  warnings: Warning[];
}

/** The outcome for a block, or for an attribute that an edit names. */
export interface Outcome {
  /** JSON Pointer to the edit in the request. */
  pointer: string;
  /** The address of the block: resource.aws_instance.web */
  address: string;
  file?: string;
  /** The path as sent; missing if the outcome is about the block. */
  attribute?: string;
  result: "created" | "changed" | "unchanged" | "deleted" | "disabled" | "enabled" | "renamed" | "moved" | "absent" | "unreachable";
}

/** A warning about an edit that was made as requested but is probably a mistake. */
export interface Warning {
  pointer: string;
  code: "LOOKS_LIKE_A_REFERENCE" | "NEW_ATTRIBUTE_NEARLY" | "USUALLY_A_BLOCK" | "PROBABLY_A_BLOCK" | "NOT_IN_SCHEMA" | "MADE_BY_DYNAMIC" | "COMPUTED_ELSEWHERE" | "NOT_SEARCHED" | "STILL_REFERENCED" | "TEXT_LEFT" | "NOT_SORTED" | "NOT_ALLOWED_HERE" | "KEY_NOT_LITERAL" | "SHAPE_CHANGED" | "VALUE_CHANGED" | "VALUE_NOT_MAPPED" | "NO_COUNT" | "NO_FOR_EACH" | "COUNT_AND_FOR_EACH" | "NOT_A_TYPE" | "NO_DESCRIPTION" | "WHOLE_MODULE_WAITS" | "MODULE_NEEDS_ITSELF" | "ID_NOT_UNIQUE" | "CIRCLE" | "COMMENT_KEPT" | "VERSION_TOO_LOW" | (string & {});
  message: string;
  /** The block, if the warning is about one of several places. */
  address?: string;
  file?: string;
  position?: { file?: string; line: number; column: number };
}

/** The code of an error. New versions may add codes; "" means that the answer is not from iacedit. */
export type ErrorCode =
  | "MISSING_CODE"
  | "INVALID_REQUEST"
  | "INVALID_CODE"
  | "AMBIGUOUS_MATCH"
  | "BLOCK_NOT_FOUND"
  | "BLOCK_ALREADY_EXISTS"
  | "ATTRIBUTE_NOT_FOUND"
  | "ATTRIBUTE_ALREADY_EXISTS"
  | "TOO_EXPENSIVE"
  | "UNAUTHORIZED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "PAYLOAD_TOO_LARGE"
  | "EXPECTATION_FAILED"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "OVERLOADED"
  | "HTTP_VERSION_NOT_SUPPORTED"
  | ""
  | (string & {});

/** The base class of the errors of a request. */
export class IaceditError extends Error {
  override name = "IaceditError";
}

/** No attempt got an answer. The cause is the error of the last attempt. */
export class ConnectionFailed extends IaceditError {
  override name = "ConnectionFailed";
}

/** An answer exceeds maxAnswer, or is not from iacedit. */
export class BadAnswer extends IaceditError {
  override name = "BadAnswer";
}

/** The members of a Refused besides its message. */
export interface Refusal {
  /** The HTTP status. */
  status: number;
  code: ErrorCode;
  /** JSON Pointer to the faulty part of the request, or "". */
  pointer: string;
  /** The place of the error in the code. */
  position?: { line: number; column: number; file?: string };
  location: string;
  /** The id of the request in the server's log. */
  requestId: string;
  /** The milliseconds of Retry-After. */
  retryAfter: number;
}

/** The server refused the request, or failed at every attempt. */
export class Refused extends IaceditError implements Refusal {
  override name = "Refused";
  readonly status!: number;
  readonly code!: ErrorCode;
  readonly pointer!: string;
  readonly position?: { line: number; column: number; file?: string };
  readonly location!: string;
  readonly requestId!: string;
  readonly retryAfter!: number;

  constructor(message: string, refusal: Refusal) {
    super(message);
    Object.assign(this, refusal);
  }
}

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A number with more digits than a JavaScript number can have. It is sent as it was read. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    if (!jsonNumber.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a JSON number`);
    this.text = text;
  }

  /** The nearest JavaScript number. */
  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }
}

type Request = EditRequest | ReadRequest | (ReadRequest & { return: "values" }) | FindRequest | ConvertRequest | UpgradeRequest;

const operations = { edit: "/v1/iac/edit", read: "/v1/iac/read", find: "/v1/iac/find", convert: "/v1/iac/convert", upgrade: "/v1/iac/upgrade" };
const leastWait = 100; // the bound of the first wait; each further wait has twice the bound
const worthwhile = 1 << 10; // the size from which requests are compressed
const again = new Set([500, 502, 503, 504]); // the statuses after which a request is repeated
const lost = new Set([502, 504]); // the statuses of requests that a server may have received but did not answer
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/** Reports whether a server may have received a request that failed with this error. */
function reached(failed: unknown): boolean {
  const cause = (failed as { cause?: { code?: unknown } } | undefined)?.cause;
  return !unreached.has(String(cause?.code));
}

/** Sends requests to a server. */
export class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #options: Required<Omit<Options, "token">>;

  /** @param url the URL of the server, "https://iac.example.com/api"; the client appends the paths of operations */
  constructor(url: string, options: Options = {}) {
    if (!/^https?:\/\/[^/]/.test(url)) throw new TypeError(`${JSON.stringify(url)} is not the URL of a server, such as http://127.0.0.1:8080`);
    this.#url = url.replace(/\/+$/, "");
    this.#headers = { "Content-Type": "application/json", Accept: "application/json" };
    if (options.token !== undefined) this.#headers["Authorization"] = `Bearer ${options.token}`;
    this.#options = {
      compress: options.compress ?? false,
      timeout: options.timeout ?? 30_000,
      attempts: options.attempts ?? 5,
      maxWait: options.maxWait ?? 10_000,
      maxAnswer: options.maxAnswer ?? 64 << 20,
      fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
    };
  }

  /**
   * Applies edits to code, all or none.
   * @throws Refused, ConnectionFailed, BadAnswer; RangeError for text that is not Unicode; the signal's reason
   */
  async edit(request: EditRequest, signal?: AbortSignal): Promise<EditAnswer> {
    const data = await this.#do(operations.edit, request, signal);
    return {
      code: (data["edited_code"] as string | undefined) ?? "",
      files: (data["edited_files"] as Record<string, string> | undefined) ?? {},
      changes: (data["changes"] as Change[] | undefined) ?? [],
      diff: (data["diff"] as string | undefined) ?? "",
      ...("report" in data ? { report: data["report"] as Report } : {}),
      skipped: (data["skipped"] ?? []) as Skipped[],
    };
  }

  /**
   * Returns the content of code in the form of edits, so that it can be changed and sent back.
   * Numbers with more digits than a JavaScript number can have are Digits. Throws the same errors as edit.
   */
  async read(request: ReadRequest, signal?: AbortSignal): Promise<Content> {
    const data = await this.#do(operations.read, request, signal);
    if (!isObject(data["content"])) throw new BadAnswer("the answer is not from iacedit: it has no content");
    return data["content"];
  }

  /** Returns what request.select names, in its order. Throws the same errors as edit. */
  async values(request: ReadRequest, signal?: AbortSignal): Promise<SelectedValue[]> {
    const data = await this.#do(operations.read, { ...request, return: "values" }, signal);
    if (!Array.isArray(data["values"])) throw new BadAnswer("the answer is not from iacedit: it has no values");
    return data["values"] as SelectedValue[];
  }

  /** Finds expressions of a shape, text, or references. Throws the same errors as edit. */
  async find(request: FindRequest, signal?: AbortSignal): Promise<FindAnswer> {
    const data = await this.#do(operations.find, request, signal);
    if (!Array.isArray(data["found"])) throw new BadAnswer("the answer is not from iacedit: it has nothing found");
    return { found: data["found"] as Found[], skipped: (data["skipped"] ?? []) as Skipped[] };
  }

  /** Converts code to the other syntax of Terraform. Throws the same errors as edit. */
  async convert(request: ConvertRequest, signal?: AbortSignal): Promise<ConvertAnswer> {
    const data = await this.#do(operations.convert, request, signal);
    if (!Array.isArray(data["notes"])) throw new BadAnswer("the answer is not from iacedit: it has no notes");
    return {
      code: (data["converted_code"] as string | undefined) ?? "",
      files: (data["converted_files"] as Record<string, string> | undefined) ?? {},
      notes: data["notes"] as Note[],
    };
  }

  /** Upgrades code to a new major version of a provider. Throws the same errors as edit. */
  async upgrade(request: UpgradeRequest, signal?: AbortSignal): Promise<UpgradeAnswer> {
    const data = await this.#do(operations.upgrade, request, signal);
    if (!Array.isArray(data["manual"])) throw new BadAnswer("the answer is not from iacedit: it has no list of what is left to do");
    return {
      code: (data["edited_code"] as string | undefined) ?? "",
      files: (data["edited_files"] as Record<string, string> | undefined) ?? {},
      from: data["from"] as number,
      to: data["to"] as number,
      manual: data["manual"] as Manual[],
      defaults: data["defaults"] as ChangedDefault[],
      unknown: data["unknown"] as string[],
      lockFiles: data["lock_files"] as string[],
    };
  }

  /** Sends a request until there is an answer, or no attempt is left. */
  async #do(path: string, request: Request, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const { compress, attempts, maxWait } = this.#options;
    let body: Uint8Array<ArrayBuffer> = new TextEncoder().encode(encode(request));
    const headers = { ...this.#headers };
    if (compress && body.length >= worthwhile) {
      body = await gzip(body);
      headers["Content-Encoding"] = "gzip";
    }
    let least = leastWait;
    let unanswered = 0;
    for (let left = attempts - 1; ; left--) {
      let wait = Math.random() * Math.min(least, maxWait);
      least *= 2;
      try {
        return await this.#attempt(path, { method: "POST", headers, body, redirect: "manual" }, signal);
      } catch (failed) {
        if (signal?.aborted) throw signal.reason;
        if (failed instanceof Refused) {
          if (lost.has(failed.status)) unanswered++;
          if (left <= 0 || unanswered > 1 || !again.has(failed.status) || failed.retryAfter > maxWait) throw failed;
          wait += failed.retryAfter;
        } else if (failed instanceof BadAnswer) {
          throw failed;
        } else if ((reached(failed) && ++unanswered > 1) || left <= 0) {
          throw new ConnectionFailed(`no answer from ${this.#url}: ${failed}`, { cause: failed });
        }
      }
      await sleep(wait, signal);
    }
  }

  /** Sends a request once. */
  async #attempt(path: string, init: RequestInit, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const { timeout, maxAnswer } = this.#options;
    const control = new AbortController();
    const abort = () => control.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort);
    const timer = setTimeout(() => control.abort(new Error(`no answer in ${timeout} ms`)), timeout);
    try {
      const response = await this.#options.fetch(this.#url + path, { ...init, signal: control.signal });
      const text = await bounded(response, maxAnswer);
      if (response.status !== 200) throw refusal(response, text);
      const answer = decoded(text);
      if (!isObject(answer) || !isObject(answer["data"])) throw new BadAnswer("the answer is not from iacedit: it has no data");
      return answer["data"];
    } finally {
      control.abort(); // the rest of an answer that is too long
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }
}

/** Applies the changes of an answer to the code of its request. */
export function applyChanges(code: string, changes: readonly Change[]): string {
  const source = new TextEncoder().encode(code);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let edited = "";
  let done = 0;
  for (const { start, end, text } of changes) {
    if (start.offset < done || end.offset < start.offset || end.offset > source.length) {
      throw new RangeError("the changes do not belong to this code");
    }
    edited += decoder.decode(source.subarray(done, start.offset)) + text;
    done = end.offset;
  }
  return edited + decoder.decode(source.subarray(done));
}

/** Applies the changes of an answer to a copy of the files of its request. */
export function applyChangesToFiles(files: Readonly<Record<string, string>>, changes: readonly Change[]): Record<string, string> {
  const edited = { ...files };
  for (const name of new Set(changes.map((c) => c.file ?? ""))) {
    edited[name] = applyChanges(files[name] ?? "", changes.filter((c) => (c.file ?? "") === name));
  }
  return edited;
}

function isObject(v: unknown): v is Record<string, unknown> {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

/** Reads an answer, up to the bound of its size. */
async function bounded(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const reader = response.body?.getReader();
  let text = "";
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return text + decoder.decode();
    size += part.value.length;
    if (size > most) throw new BadAnswer(`the answer is longer than maxAnswer, ${most} bytes`);
    text += decoder.decode(part.value, { stream: true });
  }
}

/** Returns the error of an answer that is not a success. */
function refusal(response: Response, text: string): Refused {
  const { status, headers } = response;
  const about = { status, requestId: headers.get("X-Request-Id") ?? "", retryAfter: retryAfter(headers.get("Retry-After") ?? "", Date.now()) };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // It is not JSON, so it is not from iacedit.
  }
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  if (typeof error["code"] !== "string" || typeof error["message"] !== "string") {
    return new Refused(`the answer is not from iacedit: ${JSON.stringify(text.slice(0, 200))} (status ${status})`, { ...about, code: "", pointer: "", location: "" });
  }
  const { code, message } = error as { code: string; message: string };
  const { pointer = "", location = "", position } = error as Partial<Refusal>;
  return new Refused(message, { ...about, code, pointer, location, ...(position === undefined ? {} : { position }) });
}

/** Returns the milliseconds of a header Retry-After (seconds or a date); 0 if there are none. */
export function retryAfter(header: string, now: number): number {
  const text = header.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** Waits, or throws the signal's reason when it is aborted. */
function sleep(time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, time);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

async function gzip(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const short = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(short).arrayBuffer());
}

// JSON.parse and JSON.stringify round numbers. Numbers that they would round are marked with this
// text, which no request can contain.
const mark = `digits:${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const marked = new RegExp(`"${mark}([-+0-9.eE]+)"`, "g");

/** Encodes a request as JSON. */
function encode(request: Request): string {
  let exact = false;
  const text = JSON.stringify(request, (key, value: unknown) => {
    if (loneSurrogate.test(key) || (typeof value === "string" && loneSurrogate.test(value))) {
      throw new RangeError("text is not Unicode: it has half of a surrogate pair");
    }
    if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${value} is not a JSON number`);
    if (!(value instanceof Digits || typeof value === "bigint")) return value;
    exact = true;
    return mark + value.toString();
  });
  return exact ? text.replace(marked, "$1") : text;
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Decodes a success answer, with Digits for numbers that JavaScript would round. */
function decoded(text: string): unknown {
  try {
    const safe = withoutRounding(text);
    if (safe === text) return JSON.parse(text);
    return JSON.parse(safe, (_, value: unknown) =>
      typeof value === "string" && value.startsWith(mark) ? new Digits(value.slice(mark.length)) : value,
    );
  } catch (e) {
    throw new BadAnswer(`the answer is not from iacedit: ${e}`, { cause: e });
  }
}

/** Marks the numbers in JSON that a JavaScript number would round. */
function withoutRounding(text: string): string {
  const number = /-?[0-9][-+0-9.eE]*/y;
  let safe = "";
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const c = text[at]!;
    if (c === '"') {
      at = afterString(text, at);
    } else if (c === "-" || (c >= "0" && c <= "9")) {
      number.lastIndex = at;
      const digits = number.exec(text)?.[0] ?? c;
      if (jsonNumber.test(digits) && rounded(digits)) {
        safe += `${text.slice(done, at)}"${mark}${digits}"`;
        done = at + digits.length;
      }
      at += digits.length;
    } else {
      at++;
    }
  }
  return safe + text.slice(done);
}

/** Returns the end of the string that begins at a quote. */
function afterString(text: string, at: number): number {
  for (;;) {
    const end = text.indexOf('"', at + 1);
    if (end < 0) return text.length;
    let before = end;
    while (text[before - 1] === "\\" && before - 1 > at) before--;
    if ((end - before) % 2 === 0) return end + 1;
    at = end;
  }
}

/** Reports whether a JavaScript number differs from the digits. */
function rounded(digits: string): boolean {
  return normal(digits) !== normal(String(Number(digits)));
}

/** Returns the sign, digits and exponent of a number, in one form for each number. */
function normal(digits: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(digits) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  const significant = all.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - significant.length)}`;
}
