import { Client } from "./client.js";

export * from "./client.js";

/**
 * The engine in this process. It has the methods of the client of a server, and returns the same
 * answers; it needs no server, and sends nothing anywhere. It has no upgrade: that is refused with NOT_FOUND.
 */
export class Engine extends Client {
  private constructor();

  /** Answers a request to the service instead of fetch: POST /v1/iac/edit, /v1/iac/read. */
  fetch(url: string | URL, init?: { body?: BodyInit | null }): Promise<Response>;

  /**
   * Formats code as "terraform fmt" does.
   * @throws Refused for code that does not parse
   * @throws TypeError for code that is not a string
   */
  format(code: string): string;
}

/**
 * Loads the engine. This takes about 400 milliseconds, and 150 MB of memory, so load it once.
 * @param source the engine, if it is not beside this file: its URL, its bytes, or the compiled module
 */
export function load(source?: string | URL | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module | Promise<WebAssembly.Module>): Promise<Engine>;
