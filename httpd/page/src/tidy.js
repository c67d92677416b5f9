// JSON laid out so that it is short and can be read. Names, strings and numbers stay as they
// were written.

import {jsonLanguage} from "@codemirror/lang-json"
import {isValue, valuesOf} from "./pointer.js"

/** dataOf returns a member of the data of an answer, laid out anew; its numbers are as they were sent. */
export function dataOf(answer, member) {
  let node = valuesOf(jsonLanguage.parser.parse(answer).topNode)[0]
  for (const name of ["data", member]) {
    const property = node?.getChildren("Property").find(one => {
      const {from, to} = one.getChild("PropertyName")
      return answer.slice(from, to) === JSON.stringify(name)
    })
    node = property && valuesOf(property)[0]
  }
  return node ? tidy(answer.slice(node.from, node.to)) : ""
}

const WIDTH = 60
const DEPTH = 2 // of what may stand on one line

/** tidy returns JSON text laid out anew, or as it is where it is no JSON. */
export function tidy(text) {
  try {
    JSON.parse(text)
    return print(valuesOf(jsonLanguage.parser.parse(text).topNode)[0], "")
  } catch {
    return text
  }

  function print(node, indent) {
    const flat = onOneLine(node)
    if (depth(node) <= DEPTH && indent.length + flat.length <= WIDTH) return flat
    const inner = indent + "  "
    if (node.name === "Array") {
      const values = valuesOf(node)
      if (values.length === 1) return `[${print(values[0], indent)}]`
      return values.length ? `[\n${values.map(value => inner + print(value, inner)).join(",\n")}\n${indent}]` : "[]"
    }
    if (node.name === "Object") {
      return `{\n${node.getChildren("Property").map(property => {
        const value = valuesOf(property)[0]
        return `${inner}${nameIn(property)}: ${print(value, inner)}`
      }).join(",\n")}\n${indent}}`
    }
    return flat
  }

  function onOneLine(node) {
    if (node.name === "Array") return `[${valuesOf(node).map(onOneLine).join(", ")}]`
    if (node.name === "Object") {
      return `{${node.getChildren("Property").map(property => `${nameIn(property)}: ${onOneLine(valuesOf(property)[0])}`).join(", ")}}`
    }
    return text.slice(node.from, node.to)
  }

  function nameIn(property) {
    const name = property.getChild("PropertyName")
    return text.slice(name.from, name.to)
  }
}

function depth(node) {
  let deepest = 0
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (isValue(child)) deepest = Math.max(deepest, depth(child))
    else if (child.name === "Property") deepest = Math.max(deepest, ...valuesOf(child).map(depth))
  }
  return node.name === "Object" || node.name === "Array" ? deepest + 1 : 0
}
