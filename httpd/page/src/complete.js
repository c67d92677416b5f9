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
    return options.length ? {from: place.from, to: place.to, options, validFor: /^"?[\w*-]*$/} : null
  }
}

/** placeOf returns what is being written: a key or a value, where, and the path to it. */
function placeOf({state, pos, explicit}) {
  const node = syntaxTree(state).resolveInner(pos, -1)
  if (node.name === "PropertyName" && pos > node.from) {
    const property = node.parent
    return {kind: "key", from: node.from, to: node.to, object: property.parent, property, path: pathTo(state, property.parent)}
  }
  const property = node.name === "Property" ? node : node.parent?.name === "Property" ? node.parent : null
  if (node.name === "String" && pos > node.from) {
    const to = state.sliceDoc(node.to - 1, node.to) === '"' && node.to - node.from > 1 ? node.to : pos
    const object = node.parent?.name === "⚠" ? node.parent.parent : node.parent
    if (object?.name === "Object") return {kind: "key", from: node.from, to, object, path: pathTo(state, object)}
    return {kind: "value", from: node.from, to, path: pathTo(state, node)}
  }
  if (!explicit) return null
  const word = state.sliceDoc(0, pos).match(/["\w-]*$/)[0]
  const before = state.sliceDoc(0, pos - word.length).trimEnd().at(-1)
  const from = pos - word.length
  if (before === ":" && property) return {kind: "value", from, to: pos, path: pathTo(state, property)}
  const around = enclosing(node)
  if (!around) return null
  if (around.name === "Object" && (before === "{" || before === ",")) return {kind: "key", from, to: pos, object: around, path: pathTo(state, around)}
  if (around.name === "Array" && (before === "[" || before === ",")) {
    return {kind: "value", from, to: pos, path: [...pathTo(state, around), 0]}
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
    const apply = hasValue ? label : snippet(`${label}: ${shape(schema, [...place.path, name])}`)
    options.push({label, displayLabel: name, info: info || undefined, type: "property", apply})
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
  const options = [...literals].map(([label, info]) => ({label, info: info || undefined, type: "constant"}))
  if (types.has("boolean")) options.push({label: "true", type: "constant"}, {label: "false", type: "constant"})
  if (types.has("null")) options.push({label: "null", type: "constant"})
  if (types.has("object")) options.push({label: "{ }", type: "class", apply: snippet("\\{${}\\}")})
  if (types.has("array")) options.push({label: "[ ]", type: "class", apply: snippet("[${}]")})
  return options
}
