import { Client } from "./client.js";

export * from "./client.js";

/**
 * The engine in this process. It is called as the client of a server is called, and answers
 * the same; it needs no server, and sends nothing anywhere.
 */
export class Engine extends Client {
  private constructor();

  /** Answers a request to the service in place of fetch: POST /v1/iac/edit, /v1/iac/read. */
  fetch(url: string | URL, init?: { body?: string | Uint8Array<ArrayBuffer> | ArrayBuffer }): Promise<Response>;

  /**
   * Formats code as "terraform fmt" does.
   * @throws Refused for code that does not parse
   */
  format(code: string): string;
}

/**
 * Loads the engine. It takes some tens of milliseconds, and about 20 MB: load it once.
 * @param source where the engine is, if it is not beside this file: its URL, its bytes, or the compiled module
 */
export function load(source?: string | URL | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module | Promise<WebAssembly.Module>): Promise<Engine>;
