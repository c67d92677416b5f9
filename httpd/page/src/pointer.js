// Places in JSON text: from a path to where it stands, and back.

import {syntaxTree} from "@codemirror/language"

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"])

/** isValue reports whether a node of the tree is a JSON value. */
export const isValue = node => VALUES.has(node.name)

/** parsePointer returns the parts of an RFC 6901 pointer. */
export function parsePointer(pointer) {
  return pointer.split("/").slice(1).map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"))
}

/** valuesOf returns the values directly below a node. */
export function valuesOf(node) {
  const all = []
  for (let child = node.firstChild; child; child = child.nextSibling) if (isValue(child)) all.push(child)
  return all
}

/** nameOf returns the name of a property, or undefined where it is not whole yet. */
export function nameOf(state, property) {
  const name = property.getChild("PropertyName")
  if (!name) return undefined
  try {
    return JSON.parse(state.sliceDoc(name.from, name.to))
  } catch {
    return undefined
  }
}

/** propertyOf returns the property of an object that has a name: the last one. */
function propertyOf(state, object, name) {
  return object.getChildren("Property").findLast(property => nameOf(state, property) === name)
}

/**
 * rangeOf returns the range of text that a path leads to: the name of the last property on
 * it, or the first line of an element. What is not there is passed over: a pointer may leave
 * out the index of the only entry, and may name what should be there.
 */
export function rangeOf(state, path) {
  let node = valuesOf(syntaxTree(state).topNode)[0]
  if (!node) return {from: 0, to: 0}
  let at = node
  for (const part of path) {
    if (node.name === "Array" && !/^\d+$/.test(part)) node = valuesOf(node)[0] ?? node
    if (node.name === "Object") {
      const property = propertyOf(state, node, part)
      if (!property) break
      at = property.getChild("PropertyName")
      const value = valuesOf(property)[0]
      if (!value) break
      node = value
    } else if (node.name === "Array") {
      const element = valuesOf(node)[Number(part)]
      if (!element) continue
      at = node = element
    } else break
  }
  return {from: at.from, to: Math.max(at.from, Math.min(at.to, state.doc.lineAt(at.from).to))}
}

/** pathTo returns the path of a node: the names and indexes that lead to it. */
export function pathTo(state, node) {
  const path = []
  for (let child = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (parent.name === "Array") path.unshift(valuesOf(parent).findIndex(value => value.from === child.from))
    else if (child.name === "Property") path.unshift(nameOf(state, child) ?? "")
  }
  return path
}
