// The page: code and edits are sent whenever they change, and what comes back is shown.
//
//	main.js      the state, and what follows from a change of it
//	files.js     the files of the code, as tabs; tabs.js: tabs by keyboard
//	editors.js   the editors; hcl.js: the colours of the code; csp.js: their styles
//	schema.js    the schema of the edits; complete.js: completion by it
//	pointer.js   places in the edits; tidy.js: their layout
//	diff.js      the result; request.js: the request, sent and as commands
//	share.js     the state in the address

import "./csp.js"
import {EditorView} from "@codemirror/view"
import {EditorState} from "@codemirror/state"
import {json} from "@codemirror/lang-json"
import examples from "examples"
import {completion} from "./complete.js"
import {count, parseDiff, renderDiff} from "./diff.js"
import {extensions, goTo, replaceAll, showProblems} from "./editors.js"
import {Files} from "./files.js"
import {parsePointer, rangeOf} from "./pointer.js"
import {command, curl, send} from "./request.js"
import {Schema} from "./schema.js"
import {decode, encode, isName} from "./share.js"
import {tabs} from "./tabs.js"
import {tidy} from "./tidy.js"

const PAUSE = 200 // milliseconds without a key before a request is sent
const SAVE = 400 // and before the address is changed

const id = name => document.getElementById(name)

/** say tells something, and, to those who hear the page, more. */
function say(text, more = "") {
  const rest = document.createElement("span")
  rest.className = "heard"
  rest.textContent = more
  id("status").replaceChildren(text, rest)
}

const schemas = new Map() // of the edits, by dialect
let example = null // that is shown unchanged
let result = null // {data} or {error} of the state as it is
let shown = "diff"
let quiet = false // while a state is shown, which is no change

// The editors.

const changed = () => {
  id("remove-file").hidden = files.all().length < 2
  if (quiet) return
  example = null
  id("example").value = ""
  later()
}

const files = new Files({list: id("files"), parent: id("code"), onChange: changed})

const edits = new EditorView({
  parent: id("edits"),
  state: EditorState.create({
    extensions: extensions({
      language: json(),
      label: () => "Edits, as JSON",
      describedBy: "edits-hint",
      onChange: changed,
      complete: completion(() => schemas.get(id("dialect").value)),
    }),
  }),
})

/** state returns what the page holds. */
const state = () => ({files: files.all(), edits: edits.state.doc.toString(), dialect: id("dialect").value})


function show(next) {
  quiet = true
  files.show(next.files)
  replaceAll(edits, next.edits)
  id("dialect").value = next.dialect
  quiet = false
  id("remove-file").hidden = next.files.length < 2
  later(0)
}

// Examples.

const byName = new Map(examples.map(one => [one.name, one]))

function fillExamples() {
  const list = id("example")
  list.append(new Option("Your own", "", true))
  list.firstChild.hidden = true
  for (const group of new Set(examples.map(one => one.group))) {
    const made = document.createElement("optgroup")
    made.label = group
    made.append(...examples.filter(one => one.group === group).map(one => new Option(one.title, one.name)))
    list.append(made)
  }
}

function showExample(name) {
  const one = byName.get(name)
  show({files: one.files, edits: tidy(one.edits), dialect: one.dialect})
  example = one
  id("example").value = name
}

// What follows from a change.

let pausing, saving, sending

function later(pause = PAUSE) {
  if (quiet) return
  id("view").ariaBusy = "true"
  sending?.abort()
  clearTimeout(pausing)
  clearTimeout(saving)
  pausing = setTimeout(update, pause)
  saving = setTimeout(save, Math.max(pause, SAVE))
}

async function update() {
  sending?.abort()
  const now = state()
  need(now.dialect)
  const own = (sending = new AbortController())
  const broken = syntaxProblem(now.edits)
  const found = broken ? [] : schemaProblems(now.edits)
  if (broken) {
    finish({error: {code: "", message: `The edits are no JSON: ${broken.message}`}}, [], [broken])
    return
  }
  try {
    finish(await send(now, own.signal), [], found)
  } catch (problem) {
    if (problem.name !== "AbortError") throw problem
  }
}

/** finish shows an answer. */
function finish(answer, codeProblems, editProblems) {
  result = answer
  const error = answer.error
  if (error?.position) codeProblems.push(atPosition(error))
  if (error?.pointer !== undefined && /^\/edits(\/|$)/.test(error.pointer)) editProblems = [atPointer(error, "error"), ...editProblems]
  for (const warning of answer.data?.report?.warnings ?? []) editProblems.push(atPointer(warning, "warning"))
  editProblems = withoutRepeats(editProblems)
  files.showProblems(codeProblems)
  showProblems(edits, editProblems)
  listProblems(id("code-problems"), codeProblems, problem => files.goTo(problem.file, problem.from))
  listProblems(id("edits-problems"), editProblems, problem => goTo(edits, problem.from))
  render()
  id("view").ariaBusy = "false"
}

/** withoutRepeats leaves, of problems at one place, the first. */
const withoutRepeats = problems => problems.filter((one, i) => problems.findIndex(other => other.from === one.from) === i)

function atPosition({position, message}) {
  const place = files.placeAt(position)
  return {...place, severity: "error", message, where: `${position.file ? `${position.file}, l` : "L"}ine ${position.line}`}
}

function atPointer({pointer, message}, severity) {
  const range = rangeOf(edits.state, parsePointer(pointer).slice(1))
  return {...range, severity, message, where: `Line ${edits.state.doc.lineAt(range.from).number}`}
}

function syntaxProblem(text) {
  try {
    JSON.parse(text)
    return null
  } catch (problem) {
    const at = Number(/position (\d+)/.exec(problem.message)?.[1] ?? placeOf(problem.message))
    const from = Math.min(Number.isNaN(at) ? text.length : at, text.length)
    const line = edits.state.doc.lineAt(from)
    const message = problem.message.replace(/^JSON\.parse: /, "").replace(/ (in JSON )?at (position|line) .*$/, "").replace(/, .* is not valid JSON$/, "")
    return {from, to: Math.min(from + 1, line.to), severity: "error", message, where: `Line ${line.number}`}
  }
}

/** placeOf finds a place that is told by line and column. */
function placeOf(message) {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  return line && Number(line) <= edits.state.doc.lines ? edits.state.doc.line(Number(line)).from + Number(column) - 1 : NaN
}

function schemaProblems(text) {
  const schema = schemas.get(id("dialect").value)
  if (!schema) return []
  return schema.check(JSON.parse(text)).map(({path, message}) => {
    const range = rangeOf(edits.state, path.map(String))
    return {...range, severity: "warning", message, where: `Line ${edits.state.doc.lineAt(range.from).number}`}
  })
}

function listProblems(list, problems, go) {
  list.replaceChildren(...problems.map(problem => {
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

// The result.

function render() {
  const view = id("view")
  view.setAttribute("aria-labelledby", `tab-${shown}`)
  view.dataset.view = shown
  id("copy").disabled = copied() === ""
  const {data, error, took} = result ?? {}
  id("took").textContent = took === undefined ? "" : `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`
  if (shown === "curl" || shown === "command") {
    view.replaceChildren(...commandParts())
    return
  }
  if (!result) return
  if (error) {
    view.replaceChildren(message("error", error.code, error.message))
    say("Refused", `: ${error.message}`)
    return
  }
  const rows = parseDiff(data.diff)
  const counts = count(rows)
  const told = rows.length === 0 ? "Nothing changes." : summary(counts)
  say(told)
  if (shown === "diff") {
    view.replaceChildren(rows.length ? renderDiff(rows, title) : message("same", "", "Nothing changes: the code is so already."))
  } else view.replaceChildren(...editedParts(data))
}

const many = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`

const summary = ({removed, added, files}) =>
  [added && `${many(added, "line")} added`, removed && `${many(removed, "line")} removed`].filter(Boolean).join(", ") +
  (files > 1 ? `, in ${files} files` : "")

const bare = name => name.replace(/^[ab]\//, "")

function title(row) {
  const only = state().files
  const name = row.to === "/dev/null" ? bare(row.from) : bare(row.to)
  const told = only.length === 1 && name === "main.tf" ? only[0].name : name
  return row.from === "/dev/null" ? `${told}, new` : told
}

function message(kind, code, text) {
  const made = document.createElement("p")
  made.className = `message ${kind}`
  if (code) {
    const name = document.createElement("code")
    name.textContent = code
    made.append(name, " ")
  }
  made.append(text)
  return made
}

function pre(text) {
  const made = document.createElement("pre")
  made.textContent = text
  made.translate = false
  return made
}

function note(text) {
  const made = document.createElement("p")
  made.className = "about"
  made.textContent = text
  return made
}

function editedParts(data) {
  if (data.edited_code !== undefined) return [pre(data.edited_code)]
  const all = Object.entries(data.edited_files)
  if (all.length === 0) return [message("same", "", "Nothing changes: the code is so already.")]
  return all.flatMap(([name, text]) => {
    const head = document.createElement("h3")
    head.className = "file"
    head.textContent = name
    return [head, pre(text)]
  })
}

function commandParts() {
  const now = state()
  if (shown === "curl") return [pre(curl(now))]
  const about = now.files.length === 1 ? `Shows the diff for ${now.files[0].name}; with -w in place of -d it is written.`
    : "In the directory of the files: shows the diff; with -w in place of -d all files are written, or none."
  const parts = [note(about), pre(command(now))]
  if (example?.commands.length) parts.push(note("Or, for this example, shorter:"), pre(example.commands.join("\n")))
  return parts
}

/** copied returns what the button copies. */
function copied() {
  const now = state()
  if (shown === "curl") return curl(now)
  if (shown === "command") return command(now)
  if (!result?.data) return ""
  if (shown === "diff") return result.data.diff
  return result.data.edited_code ?? Object.values(result.data.edited_files).join("\n")
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text)
    say(done)
    return true
  } catch {
    say("The browser does not let this page copy.")
    return false
  }
}

/** flash tells on a button for a moment that it was done. */
function flash(button, text) {
  const was = button.dataset.text ?? (button.dataset.text = button.textContent)
  button.textContent = text
  clearTimeout(button.timer)
  button.timer = setTimeout(() => { button.textContent = was }, 1500)
}

// The address.

const fragmentOf = async () => example ? `example=${example.name}` : encode(state())

async function save() {
  const fragment = await fragmentOf()
  history.replaceState(null, "", fragment === null ? location.pathname + location.search : `#${fragment}`)
  return fragment !== null
}

async function load() {
  const fragment = location.hash.slice(1)
  try {
    const found = await decode(fragment)
    if (found.state) return show(found.state)
    if (found.example && !byName.has(found.example)) say("There is no such example; this is another.")
    showExample(byName.has(found.example) ? found.example : examples[0].name)
  } catch (problem) {
    showExample(examples[0].name)
    say(`The link could not be read: ${problem.message}. This is an example.`)
  }
}

// The schemas.

const SCHEMAS = {terraform: "schema/edits.json", hcl: "schema/edits.hcl.json"}

/** need gets the schema for a dialect. Without it there is no completion; the server checks all the same. */
async function need(dialect) {
  if (schemas.has(dialect)) return
  schemas.set(dialect, null)
  try {
    const response = await fetch(SCHEMAS[dialect])
    if (!response.ok) return
    schemas.set(dialect, new Schema(await response.json()))
    later(0)
  } catch {
    schemas.delete(dialect)
  }
}

// What people do.

id("example").addEventListener("change", event => {
  if (event.target.value) showExample(event.target.value)
})
id("dialect").addEventListener("change", changed)
id("tidy").addEventListener("click", () => replaceAll(edits, tidy(edits.state.doc.toString())))
id("share").addEventListener("click", async event => {
  if (!await save()) say("This is too large for a link.")
  else if (await copy(location.href, "The link is copied.")) flash(event.target, "Copied")
})
id("copy").addEventListener("click", async event => {
  if (await copy(copied(), "Copied.")) flash(event.target, "Copied")
})
id("remove-file").addEventListener("click", () => files.remove())
id("add-file").addEventListener("click", () => {
  id("new-file-name").value = ""
  id("new-file-problem").textContent = ""
  id("new-file").showModal()
})
id("new-file-cancel").addEventListener("click", () => id("new-file").close())
id("new-file").querySelector("form").addEventListener("submit", event => {
  const name = id("new-file-name").value.trim()
  const problem = files.has(name) ? `${name} is there already.` : isName(name) && !name.endsWith(".json") ? "" : "This is no name of a file of code."
  id("new-file-problem").textContent = problem
  if (problem) event.preventDefault()
  else files.add(name)
})
tabs(id("views"), tab => {
  shown = tab.id.replace("tab-", "")
  id("view").scrollTop = 0
  render()
})
addEventListener("hashchange", load)

fillExamples()
load()
