// The state of the page in the fragment of its address: the name of an example, or the whole
// state, compressed. Fragments are not sent to servers.

import {DIALECTS} from "./dialects.js"
import {operations} from "./operations.js"

const LONGEST = 64 << 10 // of a fragment
const LARGEST = 1 << 20 // of a state
const MOST_FILES = 100

/** An unreadable fragment is one that this page did not make, or that was cut. */
export class Unreadable extends Error {}

async function pipe(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts = []
  let size = 0
  for (;;) {
    const {done, value} = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw new Unreadable("it is too large")
    }
    parts.push(value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const toText = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

const fromText = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0))

/** encode returns the fragment for a state, or null where it would be too long. */
export async function encode({files, edits, dialect, operation}) {
  const other = operation === "edit" ? {} : {operation} // links of edits are as they always were
  const bytes = new TextEncoder().encode(JSON.stringify({v: 1, files, edits, dialect, ...other}))
  if (bytes.length > LARGEST) return null
  const fragment = "state=" + toText(await pipe(bytes, new CompressionStream("deflate-raw"), Infinity))
  return fragment.length > LONGEST ? null : fragment
}

/** decode returns what a fragment holds: {example}, {state}, or {} where it is empty. */
export async function decode(fragment) {
  if (fragment === "") return {}
  const [, key, value] = /^(example|state)=([\w-]+)$/.exec(fragment) ?? []
  if (key === "example") return {example: value}
  if (key !== "state" || fragment.length > LONGEST) throw new Unreadable("it is not a link of this page")
  let state
  try {
    const bytes = await pipe(fromText(value), new DecompressionStream("deflate-raw"), LARGEST)
    state = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes))
  } catch {
    throw new Unreadable("it is incomplete")
  }
  if (!isState(state)) throw new Unreadable("its content is not from this page")
  return {state: {files: state.files.map(({name, text}) => ({name, text})), edits: state.edits, dialect: state.dialect, operation: state.operation ?? "edit"}}
}

/** isName reports whether a file may have that name. */
export const isName = name => typeof name === "string" && /^[^/\\\p{Cc}]{1,200}$/u.test(name) && name !== "." && name !== ".."

function isState(state) {
  return state?.v === 1 && typeof state.edits === "string" && Object.hasOwn(DIALECTS, state.dialect) &&
    (state.operation === undefined || Object.hasOwn(operations, state.operation)) &&
    Array.isArray(state.files) && state.files.length >= 1 && state.files.length <= MOST_FILES &&
    state.files.every(file => isName(file?.name) && typeof file.text === "string") &&
    new Set(state.files.map(file => file.name)).size === state.files.length
}
