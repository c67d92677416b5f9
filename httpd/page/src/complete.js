// What can be written next in the edits, by their schema.

import {syntaxTree} from "@codemirror/language"
import {snippet} from "@codemirror/autocomplete"
import {nameOf, pathTo, valuesOf} from "./pointer.js"

/** completion returns a source of completions for a schema that is got when it is needed. */
export function completion(schemaOf) {
  return context => {
    const schema = schemaOf()
    if (!schema) return null
    const place = placeOf(context)
    if (!place) return null
    const options = place.kind === "key" ? keys(context, schema, place) : values(schema, place)
    return options.length ? {from: place.from, options: options.map(whole), validFor: /^"?[\w*-]*$/} : null
  }
}

/**
 * whole returns an option that replaces what is being written to its end, not only up to the
 * cursor. Those that fit as well as each other stay in the order of the schema.
 */
function whole(option, i) {
  const write = snippet(option.text)
  const apply = (view, chosen, from, to) => {
    const rest = view.state.sliceDoc(to, view.state.doc.lineAt(to).to)
    const quoted = view.state.sliceDoc(from, from + 1) === '"'
    write(view, chosen, from, quoted ? to + /^[\w*-]*"?/.exec(rest)[0].length : to)
  }
  return {...option, info: option.info || undefined, boost: -i / 100, apply}
}

/** placeOf returns what is being written: a key or a value, where it starts, and the path to it. */
function placeOf({state, pos, explicit}) {
  const node = syntaxTree(state).resolveInner(pos, -1)
  if (node.name === "PropertyName" && pos > node.from) {
    const property = node.parent
    return {kind: "key", from: node.from, object: property.parent, property, path: pathTo(state, property.parent)}
  }
  const property = node.name === "Property" ? node : node.parent?.name === "Property" ? node.parent : null
  if (node.name === "String" && pos > node.from) {
    const object = node.parent?.name === "⚠" ? node.parent.parent : node.parent
    if (object?.name === "Object") return {kind: "key", from: node.from, object, path: pathTo(state, object)}
    return {kind: "value", from: node.from, path: pathTo(state, node)}
  }
  if (!explicit) return null
  const word = state.sliceDoc(0, pos).match(/["\w-]*$/)[0]
  const before = state.sliceDoc(0, pos - word.length).trimEnd().at(-1)
  const from = pos - word.length
  if (before === ":" && property) return {kind: "value", from, path: pathTo(state, property)}
  const around = enclosing(node)
  if (!around) return null
  if (around.name === "Object" && (before === "{" || before === ",")) return {kind: "key", from, object: around, path: pathTo(state, around)}
  if (around.name === "Array" && (before === "[" || before === ",")) {
    return {kind: "value", from, path: [...pathTo(state, around), 0]}
  }
  return null
}

function enclosing(node) {
  for (; node; node = node.parent) if (node.name === "Object" || node.name === "Array") return node
  return null
}

function keys({state}, schema, place) {
  const others = place.object.getChildren("Property").filter(other => other.from !== place.property?.from)
  const taken = new Set(others.map(other => nameOf(state, other)))
  const hasValue = place.property && valuesOf(place.property).length > 0
  const options = []
  for (const [name, info] of schema.keys(place.path)) {
    if (taken.has(name)) continue
    const label = JSON.stringify(name)
    options.push({label, displayLabel: name, info, type: "property", text: hasValue ? label : `${label}: ${shape(schema, [...place.path, name])}`})
  }
  return options
}

/** shape returns the start of a value, as a snippet. */
function shape(schema, path) {
  const {literals, types} = schema.values(path)
  if (types.has("array") && !types.has("object")) return "[${}]"
  if (types.has("object")) return "\\{${}\\}"
  if (types.has("string")) return '"${}"'
  if (literals.size === 1) return [...literals.keys()][0]
  return "${}"
}

function values(schema, place) {
  const {literals, types} = schema.values(place.path)
  const options = [...literals].map(([label, info]) => ({label, info, text: label}))
  if (types.has("boolean")) options.push({label: "true", text: "true"}, {label: "false", text: "false"})
  if (types.has("null")) options.push({label: "null", text: "null"})
  if (types.has("object")) options.push({label: "{ }", text: "\\{${}\\}"})
  if (types.has("array")) options.push({label: "[ ]", text: "[${}]"})
  return options
}
