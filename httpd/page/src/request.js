// The request: sent, and as what to type elsewhere.

import {alone, ask} from "./engine.js"
import {isCommand, operations, quote} from "./operations.js"

/** body returns the body of the request for a state; what is typed is as it was written. */
export function body(state, more) {
  const {edits, operation} = state
  const {member} = operations[operation]
  const typed = edits.trim()
  const inside = typed.slice(1, -1).trim()
  return object([...common(state), ...(member ? [`"${member}": ${typed}`] : inside ? [inside] : []), ...more])
}

/** common returns the members that all requests have. */
const common = ({files, dialect}) => [
  files.length === 1 ? `"code": ${JSON.stringify(files[0].text)}`
    : `"files": ${JSON.stringify(Object.fromEntries(files.map(({name, text}) => [name, text])))}`,
  `"dialect": ${JSON.stringify(dialect)}`,
]

const object = members => `{\n${members.join(",\n")}\n}`

/**
 * send sends the request for a state. The answer is {data} or {error}, how many milliseconds
 * it took, the text of the data, and the edits as JSON where commands were typed.
 */
export async function send(state, signal) {
  const began = performance.now()
  const took = answer => ({...answer, took: performance.now() - began})
  try {
    let edits
    if (isCommand(state)) {
      const answer = await post("page/commands", object([...common(state), `"commands": ${JSON.stringify(state.edits)}`]), signal)
      if (answer.error) return took(answer)
      edits = answer.data.edits
      state = {...state, edits}
    }
    const {path, shown} = operations[state.operation]
    return took({...await post(path, body(state, shown), signal), edits})
  } catch (problem) {
    if (problem.name === "AbortError") throw problem
    if (alone) return {error: {code: "INTERNAL_ERROR", message: `The engine does not run in this browser: ${problem.message}`}}
    return {error: {code: "UNREACHABLE", message: "The server cannot be reached, or a proxy answers instead."}}
  }
}

/** post returns what a path answers to a body. */
async function post(path, text, signal) {
  const answer = await (alone ? ask(path, text) : asked(path, text, signal))
  let parsed
  try {
    parsed = JSON.parse(answer.text)
  } catch {
    parsed = {}
  }
  if (parsed.data) return {data: parsed.data, text: answer.text}
  return {error: parsed.error ?? {code: String(answer.status), message: "The server's answer cannot be read."}}
}

async function asked(path, text, signal) {
  const response = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: text, signal})
  return {status: response.status, text: await response.text()}
}

const ELSEWHERE = "http://127.0.0.1:8080/" // where a server is by itself

/** curl returns the request as a command for curl. */
export function curl(state) {
  const {path, copied} = operations[state.operation]
  const url = new URL(path, alone ? ELSEWHERE : document.baseURI)
  return `curl -sS ${quote(url.href)} -H 'Content-Type: application/json' --data-binary @- <<'EOF'\n${body(state, copied)}\nEOF\n`
}
