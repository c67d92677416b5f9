// The result, in each of the views of it: as elements, and as the text that is copied.

import {count, parseDiff, renderDiff} from "./diff.js"
import {command, isCommand} from "./operations.js"
import {curl} from "./request.js"
import {dataOf} from "./tidy.js"

const many = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`

/** summary returns what a diff does, in words. */
export function summary(diff) {
  const {removed, added, files} = count(parseDiff(diff))
  if (!removed && !added) return "Nothing changes."
  return [added && `${many(added, "line")} added`, removed && `${many(removed, "line")} removed`].filter(Boolean).join(", ") +
    (files > 1 ? `, in ${files} files` : "")
}

/** told returns what a result is, in a few words. */
export function told({operation}, {data}) {
  if (operation === "edit") return summary(data.diff)
  if (operation === "find") return data.found.length ? many(data.found.length, "place") : "Nothing was found."
  if (operation === "convert") return data.notes?.length ? many(data.notes.length, "note") : "Nothing was lost."
  return ""
}

/**
 * show returns the elements of a view: of the request alone, or of its result. What was found
 * leads to its place by goTo.
 */
export function show(view, {state, commands, result, goTo}) {
  if (view === "curl") return [pre(curl(asJSON(state, result)))]
  if (view === "command") return commandParts(state, commands)
  if (!result) return []
  if (result.error) return [message("error", result.error.code, result.error.message)]
  if (state.operation === "read") return [pre(dataOf(result.text, "content"))]
  if (state.operation === "find") return foundParts(result.data.found, goTo)
  if (state.operation === "convert") return [...noteParts(result.data.notes ?? []), ...codeParts(result.data.converted_code, result.data.converted_files)]
  if (!result.data.diff) return [message("same", "", "Nothing changes: the code is already as requested.")]
  return view === "diff" ? [renderDiff(parseDiff(result.data.diff), row => title(row, state.files))]
    : codeParts(result.data.edited_code, result.data.edited_files)
}

/** text returns what is copied of a view, "" where there is nothing. */
export function text(view, {state, result}) {
  if (view === "curl") return curl(asJSON(state, result))
  if (view === "command") return command(state)
  if (!result?.data) return ""
  const {data} = result
  if (view === "diff") return data.diff
  if (state.operation === "read" || state.operation === "find") return dataOf(result.text, state.operation === "read" ? "content" : "found")
  return data.edited_code ?? data.converted_code ?? Object.values(data.edited_files ?? data.converted_files).join("\n")
}

/** asJSON returns a state with the edits that commands came to, in their place. */
const asJSON = (state, result) => isCommand(state) ? {...state, edits: result?.edits ?? "{}"} : state

const bare = name => name.replace(/^[ab]\//, "")

/** title names the file that rows of a diff are of; code alone is main.tf to the server. */
function title(row, files) {
  const name = row.to === "/dev/null" ? bare(row.from) : bare(row.to)
  const told = files.length === 1 && name === "main.tf" ? files[0].name : name
  return row.from === "/dev/null" ? `${told}, new` : told
}

function element(name, className, ...children) {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...children)
  return made
}

function message(kind, code, text) {
  return element("p", `message ${kind}`, ...(code ? [element("code", "", code), " "] : []), text)
}

function pre(text) {
  const made = element("pre", "", text)
  made.translate = false
  return made
}

const note = text => element("p", "about", text)

/** codeParts shows code: of one file, or of several by their names. */
function codeParts(code, files) {
  if (code !== undefined) return [pre(code)]
  return Object.entries(files).flatMap(([name, text]) => [element("h3", "file", name), pre(text)])
}

/** foundParts shows a line for each place; its button goes there. */
function foundParts(found, goTo) {
  if (!found.length) return [message("same", "", "Nothing was found.")]
  const list = element("ul", "found")
  list.append(...found.map(({file, range, address, attribute, text}) => {
    const button = element("button", "", `${file ? `${file}:` : "Line "}${range.start.line}`)
    button.type = "button"
    button.addEventListener("click", () => goTo({file, ...range.start}))
    const code = element("code", "", text.split("\n", 1)[0])
    code.translate = false
    return element("li", "", button, " ", element("span", "where", `${address}.${attribute}`), " ", code)
  }))
  return [list]
}

/** noteParts shows what was guessed, and what is lost. */
const noteParts = notes => notes.map(({message: text, code}) => message("same", code ?? "", text))

function commandParts(state, commands) {
  const text = command(state)
  if (!text) return [message("same", "", "The input is incomplete.")]
  const parts = [note(aboutCommand(state)), pre(text)]
  if (commands.length) parts.push(note("Or shorter, for this example:"), pre(commands.join("\n")))
  return parts
}

function aboutCommand(state) {
  const {files, operation} = state
  const where = files.length === 1 ? `for ${files[0].name}` : "in the directory of the files"
  if (isCommand(state)) return "Run this in the directory of the files. It writes them; with -d instead of -w it shows the diff."
  if (operation !== "edit") return `The same ${where}.`
  return files.length === 1 ? `Shows the diff for ${files[0].name}; with -w instead of -d, writes the file.`
    : "Run this in the directory of the files. It shows the diff; with -w instead of -d it writes all files, or none."
}
