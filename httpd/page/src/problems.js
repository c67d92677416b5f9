// What is wrong, and where: problems with from and to, the severity, the message, and where
// that is in words.

import {parsePointer, rangeOf} from "./pointer.js"

const lineOf = (state, at) => `Line ${state.doc.lineAt(at).number}`

/** withoutRepeats leaves, of problems at one place, the first. */
export const withoutRepeats = problems => problems.filter((one, i) => problems.findIndex(other => other.from === one.from) === i)

/** inCode returns the problem of an error with a position, for the files. */
export function inCode(files, {position, message}) {
  return {...files.placeAt(position), severity: "error", message, where: `${position.file ? `${position.file}, l` : "L"}ine ${position.line}`}
}

/**
 * inTyped returns the problem of an error or a warning whose pointer leads into what is typed,
 * or null. Member is the member of the request that is typed, undefined where all are.
 */
export function inTyped(state, {pointer, message}, severity, member) {
  const path = parsePointer(pointer ?? "")
  if (!path.length || member !== undefined && path[0] !== member) return null
  const range = rangeOf(state, member === undefined ? path : path.slice(1))
  return {...range, severity, message, where: lineOf(state, range.from)}
}

/** ofSchema returns the problems that a schema finds in the edits. */
export function ofSchema(state, schema, edits) {
  return schema.check(edits).map(({path, message}) => {
    const range = rangeOf(state, path.map(String))
    return {...range, severity: "warning", message, where: lineOf(state, range.from)}
  })
}

/** ofSyntax returns the problem of text that is no JSON, from what the browser says of it. */
export function ofSyntax(state, error) {
  const {doc} = state
  const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? byLine(doc, error.message))
  const from = Math.min(Number.isNaN(at) ? doc.length : at, doc.length)
  const message = error.message.replace(/^JSON\.parse: /, "").replace(/ (in JSON )?at (position|line) .*$/, "").replace(/, .* is not valid JSON$/, "")
  return {from, to: Math.min(from + 1, doc.lineAt(from).to), severity: "error", message, where: lineOf(state, from)}
}

/** byLine finds a place that is told by line and column, as Firefox does. */
function byLine(doc, message) {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  return line && Number(line) <= doc.lines ? doc.line(Number(line)).from + Number(column) - 1 : NaN
}

/** list shows problems in a list; the button of each goes there. */
export function list(element, problems, go) {
  element.replaceChildren(...problems.map(problem => {
    const item = document.createElement("li")
    item.className = problem.severity
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = problem.where
    button.addEventListener("click", () => go(problem))
    item.append(button, " ", problem.message)
    return item
  }))
}
