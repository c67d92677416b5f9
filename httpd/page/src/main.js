// The page: code and edits are sent whenever they change, and what comes back is shown.
//
//	main.js      the state, and what follows from a change of it
//	files.js     the files of the code, as tabs; tabs.js: tabs by keyboard
//	editors.js   the editors; hcl.js: the colours of the code; csp.js: their styles
//	schema.js    the schema of the edits; complete.js: completion by it
//	pointer.js   places in the edits; tidy.js: their layout
//	problems.js  what is wrong, and where
//	result.js    the views of the result; diff.js: its diff; clipboard.js: copying them
//	operations.js  what can be asked, and as commands for a shell
//	request.js   the request, sent and for curl; engine.js: where there is no server
//	share.js     the state in the address; dialects.js: the languages of the code

import "./csp.js"
import {EditorView} from "@codemirror/view"
import {EditorState} from "@codemirror/state"
import {json} from "@codemirror/lang-json"
import examples from "examples"
import {copy} from "./clipboard.js"
import {completion} from "./complete.js"
import {DIALECTS, schemaOf} from "./dialects.js"
import {extensions, goTo, replaceAll, showProblems} from "./editors.js"
import * as engine from "./engine.js"
import {Files} from "./files.js"
import {isCommand, operations} from "./operations.js"
import * as problems from "./problems.js"
import {send} from "./request.js"
import * as results from "./result.js"
import {Schema} from "./schema.js"
import {decode, encode, isName} from "./share.js"
import {mark, tabs} from "./tabs.js"
import {tidy} from "./tidy.js"

const PAUSE = 200 // milliseconds without a key before a request is sent
const SAVE = 400 // and before the address is changed

const id = name => document.getElementById(name)

/** say tells something, and, to those who hear the page, more. What is to be noticed comes first. */
function say(text, more = "") {
  if (notice && text !== notice) [text, more] = [notice, ` ${text}${more}`]
  const rest = document.createElement("span")
  rest.className = "heard"
  rest.textContent = more
  id("status").replaceChildren(text, rest)
}

const schemas = new Map() // of the edits, by name (schemaOf)
let operation = "edit"
const typed = {} // what stood in the editor for the other operations
let example = null // that is shown unchanged
let result = null // {data} or {error} of the state as it is
let shown = "diff"
let notice = "" // of what is shown instead of what was asked for
let quiet = false // while a state is shown, which is no change

// The editors.

const changed = () => {
  id("remove-file").hidden = files.all().length < 2
  if (quiet) return
  notice = ""
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
      label: () => `${operations[operation].title}, as JSON${operation === "edit" ? " or commands" : ""}`,
      describedBy: "edits-hint",
      onChange: changed,
      complete: completion(() => operation === "edit" ? schemas.get(schemaOf(id("dialect").value)) : null),
    }),
  }),
})

/** state returns what the page holds. */
const state = () => ({files: files.all(), edits: edits.state.doc.toString(), dialect: id("dialect").value, operation})

function show(next) {
  quiet = true
  turnTo(next.operation ?? "edit")
  files.show(next.files)
  replaceAll(edits, next.edits)
  id("dialect").value = next.dialect
  quiet = false
  id("remove-file").hidden = next.files.length < 2
  later(0)
}

/** turnTo shows what belongs to an operation. */
function turnTo(next) {
  typed[operation] = edits.state.doc.toString()
  operation = next
  const {title} = operations[operation]
  mark(id("operations"), id(`do-${operation}`))
  id("edits").setAttribute("aria-labelledby", `do-${operation}`)
  id("edits-title").textContent = title
  id("edits-hint").hidden = operation !== "edit"
  id("edits-problems").setAttribute("aria-label", `Problems in: ${title}`)
  id("tab-diff").hidden = operation !== "edit"
  id("tab-edited").textContent = {edit: "Edited code", read: "Content", find: "Places", convert: "Converted code"}[operation]
  if (shown === "diff" && operation !== "edit") view("edited")
  else if (shown === "edited" && operation === "edit") view("diff")
  result = null
}

/** view chooses the view of the result. */
function view(name) {
  shown = name
  mark(id("views"), id(`tab-${name}`))
  id("view").scrollTop = 0
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
  const own = (sending = new AbortController())
  need(schemaOf(now.dialect))
  let written
  if (!isCommand(now)) {
    try {
      written = JSON.parse(now.edits)
    } catch (error) {
      const problem = problems.ofSyntax(edits.state, error)
      finish({error: {code: "", message: `The input is not JSON: ${problem.message}`}}, [problem])
      return
    }
    if (!operations[operation].member && (typeof written !== "object" || !written || Array.isArray(written))) {
      finish({error: {code: "", message: "The members of the request must be an object."}}, [])
      return
    }
  }
  const schema = written === undefined || operation !== "edit" ? null : schemas.get(schemaOf(now.dialect))
  const found = schema ? problems.ofSchema(edits.state, schema, written) : []
  try {
    finish(await send(now, own.signal), found)
  } catch (error) {
    if (error.name !== "AbortError") throw error
  }
}

/** inTyped returns a problem of what is typed; commands have no places that are known. */
function inTyped(problem, severity) {
  if (isCommand(state())) return {from: 0, to: 0, severity, message: problem.message, where: "The commands"}
  return problems.inTyped(edits.state, problem, severity, operations[operation].member)
}

/** finish shows an answer, and what else was found in the edits. */
function finish(answer, found) {
  result = answer
  const {error, data} = answer
  const inCode = error?.position ? [problems.inCode(files, error)] : []
  const inEdits = problems.withoutRepeats([
    error && inTyped(error, "error"),
    ...found,
    ...(data?.report?.warnings ?? []).map(warning => inTyped(warning, "warning")),
  ].filter(Boolean))
  files.showProblems(inCode)
  showProblems(edits, inEdits)
  problems.list(id("code-problems"), inCode, problem => files.goTo(problem.file, problem.from))
  problems.list(id("edits-problems"), inEdits, problem => goTo(edits, problem.from))
  render()
  id("view").ariaBusy = "false"
}

// The result.

/** known is what the views of the result show. */
const known = () => ({state: state(), commands: example?.commands ?? [], result, goTo: place => {
  const {file, from} = files.placeAt(place)
  files.goTo(file, from)
}})

function render() {
  const view = id("view")
  view.setAttribute("aria-labelledby", `tab-${shown}`)
  view.dataset.view = shown
  view.replaceChildren(...results.show(shown, known()))
  id("copy").disabled = results.text(shown, known()) === ""
  const took = result?.took
  id("took").textContent = took === undefined ? "" : `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`
  if (result?.error) say("Refused", `: ${result.error.message}`)
  else if (result) say(results.told(state(), result))
}

/** copyFrom copies a text for the button that was pressed, which tells for a moment that it is done. */
async function copyFrom(button, text, done) {
  if (!await copy(text)) return say("The browser does not allow this page to copy.")
  say(done)
  const was = button.dataset.text ?? (button.dataset.text = button.textContent)
  button.textContent = "Copied"
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
  notice = ""
  try {
    const found = await decode(location.hash.slice(1))
    if (found.state) return show(found.state)
    if (found.example && !byName.has(found.example)) notice = "There is no such example. This is another one."
    showExample(byName.has(found.example) ? found.example : examples[0].name)
  } catch (problem) {
    notice = `The link could not be read: ${problem.message}. This is an example.`
    showExample(examples[0].name)
  }
}

// The schemas.

const SCHEMAS = {terraform: "schema/edits.json", hcl: "schema/edits.hcl.json"}

/** need gets a schema. Without it there is no completion; the server checks all the same. */
async function need(name) {
  if (engine.alone) schemas.set(name, schemas.get(name) ?? new Schema(engine.schemas[name]))
  if (schemas.has(name)) return
  schemas.set(name, null)
  try {
    const response = await fetch(SCHEMAS[name])
    if (!response.ok) return
    schemas.set(name, new Schema(await response.json()))
    later(0)
  } catch {
    schemas.delete(name)
  }
}

// What people do.

id("example").addEventListener("change", event => {
  notice = ""
  if (event.target.value) showExample(event.target.value)
})
id("dialect").append(...Object.entries(DIALECTS).map(([value, title]) => new Option(title, value)))
id("dialect").addEventListener("change", changed)
id("tidy").addEventListener("click", () => replaceAll(edits, tidy(edits.state.doc.toString())))
id("share").addEventListener("click", async event => {
  if (await save()) copyFrom(event.target, location.href, "The link was copied.")
  else say("This is too large for a link.")
})
id("copy").addEventListener("click", event => copyFrom(event.target, results.text(shown, known()), "Copied."))
id("remove-file").addEventListener("click", () => files.remove())
id("add-file").addEventListener("click", () => {
  id("new-file-name").value = ""
  id("new-file-problem").textContent = ""
  id("new-file").showModal()
})
id("new-file-cancel").addEventListener("click", () => id("new-file").close())
id("new-file").querySelector("form").addEventListener("submit", event => {
  const name = id("new-file-name").value.trim()
  const problem = files.has(name) ? `${name} exists already.` : isName(name) && !name.endsWith(".json") ? "" : "This is not a valid name of a code file."
  id("new-file-problem").textContent = problem
  if (problem) event.preventDefault()
  else files.add(name)
})
tabs(id("views"), tab => {
  view(tab.id.replace("tab-", ""))
  render()
})
tabs(id("operations"), tab => {
  const next = tab.id.replace("do-", "")
  if (next === operation) return
  quiet = true
  turnTo(next)
  replaceAll(edits, typed[next] ?? operations[next].first)
  quiet = false
  example = null
  id("example").value = ""
  later(0)
})
addEventListener("hashchange", load)

if (engine.alone) id("where").textContent = "Your input stays in this page, which works without a server."
fillExamples()
load()
