// The result, in each of the views of it: as elements, and as the text that is copied.

import {count, parseDiff, renderDiff} from "./diff.js"
import {command, curl} from "./request.js"

const many = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`

/** summary returns what a diff does, in words. */
export function summary(diff) {
  const {removed, added, files} = count(parseDiff(diff))
  if (!removed && !added) return "Nothing changes."
  return [added && `${many(added, "line")} added`, removed && `${many(removed, "line")} removed`].filter(Boolean).join(", ") +
    (files > 1 ? `, in ${files} files` : "")
}

/** show returns the elements of a view: of the request alone, or of its result. */
export function show(view, {state, commands, result}) {
  if (view === "curl") return [pre(curl(state))]
  if (view === "command") return commandParts(state, commands)
  if (!result) return []
  if (result.error) return [message("error", result.error.code, result.error.message)]
  if (!result.data.diff) return [message("same", "", "Nothing changes: the code is so already.")]
  return view === "diff" ? [renderDiff(parseDiff(result.data.diff), row => title(row, state.files))] : editedParts(result.data)
}

/** text returns what is copied of a view, "" where there is nothing. */
export function text(view, {state, result}) {
  if (view === "curl") return curl(state)
  if (view === "command") return command(state)
  if (!result?.data) return ""
  if (view === "diff") return result.data.diff
  return result.data.edited_code ?? Object.values(result.data.edited_files).join("\n")
}

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

function editedParts(data) {
  if (data.edited_code !== undefined) return [pre(data.edited_code)]
  return Object.entries(data.edited_files).flatMap(([name, text]) => [element("h3", "file", name), pre(text)])
}

function commandParts(state, commands) {
  const about = state.files.length === 1 ? `Shows the diff for ${state.files[0].name}; with -w in place of -d it is written.`
    : "In the directory of the files: shows the diff; with -w in place of -d all files are written, or none."
  const parts = [note(about), pre(command(state))]
  if (commands.length) parts.push(note("Or, for this example, shorter:"), pre(commands.join("\n")))
  return parts
}
