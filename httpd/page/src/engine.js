// The engine in the page itself: where the page came without a server, a script has left the
// engine, as WebAssembly, and the schemas in globalThis.iaceditEngine.

const left = globalThis.iaceditEngine

/** alone is whether the page has no server, and works by the engine in it. */
export const alone = left !== undefined

/** schemas are the schemas of the edits by name (schemaOf), where the page is alone. */
export const schemas = left?.schemas

let loading

/** ask answers the body of a request to a path: {status, text}. */
export async function ask(path, body) {
  loading ??= load()
  const engine = await loading
  const [status, answer] = engine.request(`/${path}`, new TextEncoder().encode(body))
  return {status, text: new TextDecoder("utf-8", {ignoreBOM: true}).decode(answer)}
}

async function load() {
  const packed = new Blob([Uint8Array.from(atob(left.wasm), one => one.charCodeAt(0))])
  left.wasm = ""
  const module = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
  const go = new globalThis.Go()
  const {instance} = await WebAssembly.instantiate(module, go.importObject)
  let engine
  globalThis.iaceditLoaded = made => { engine = made }
  go.run(instance) // it comes back when the engine waits for calls
  delete globalThis.iaceditLoaded
  return engine
}
