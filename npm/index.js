// The engine of iacedit as WebAssembly, with the methods of the client of a server.

import "./wasm_exec.js";
import { Client, Refused } from "./client.js";

export * from "./client.js";

const url = "http://engine.localhost"; // no request is sent there: the engine answers instead of fetch

/** The engine. */
export class Engine extends Client {
  #exports;

  constructor(exports) {
    super(url, { attempts: 1, fetch: (to, init) => this.fetch(to, init) });
    this.#exports = exports;
  }

  async fetch(to, init) {
    const path = new URL(to, url).pathname;
    const sent = await new Response(init?.body ?? "").arrayBuffer(); // whatever fetch takes as a body
    const [status, body] = this.#exports.request(path, new Uint8Array(sent));
    return new Response(body, { status, headers: { "Content-Type": "application/json" } });
  }

  format(code) {
    if (typeof code !== "string") throw new TypeError(`format: the code is ${code === null ? "null" : typeof code}, not a string`);
    const [status, body] = this.#exports.format(new TextEncoder().encode(code));
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
    if (status === 200) return text;
    const { code: reason, message, location, position } = JSON.parse(text).error;
    throw new Refused(message, { status, code: reason, location, pointer: "", position, requestId: "", retryAfter: 0 });
  }
}

export async function load(source = new URL("./iacedit.wasm", import.meta.url)) {
  const go = new Go();
  const { instance } = await instantiate(await source, go.importObject);
  let exports;
  const loaded = (engine) => { exports = engine; }; // prettier-ignore
  globalThis.iaceditLoaded = loaded;
  go.run(instance); // it returns when the engine waits for calls
  delete globalThis.iaceditLoaded;
  return new Engine(exports);
}

/** Instantiates a module from bytes, a compiled module, or a URL. */
async function instantiate(source, imports) {
  if (source instanceof WebAssembly.Module) return { instance: await WebAssembly.instantiate(source, imports) };
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.instantiate(source, imports);
  if (String(source).startsWith("file:") && globalThis.process?.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.instantiate(await readFile(new URL(source)), imports);
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
