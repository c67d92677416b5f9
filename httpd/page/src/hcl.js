// The colours of HCL2: enough of its lexer to tell comments, strings, templates and heredocs
// apart.

import {StreamLanguage} from "@codemirror/language"

const KEYWORDS = new Set(["for", "in", "if", "else", "endif", "endfor"])
const CONSTANTS = new Set(["true", "false", "null"])
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*/u

// A frame of the stack is what surrounds the place: "code", a "string" in quotes, or a
// "heredoc" with its marker.
const top = state => state.stack[state.stack.length - 1]

// template reads a piece of a quoted string or of a heredoc's line.
function template(stream, state, quoted) {
  while (!stream.eol()) {
    if (stream.match("$${") || stream.match("%%{")) continue
    const opens = stream.match(/^[$%]\{~?/, false)
    if (opens && stream.pos > stream.start) return "string"
    if (opens) {
      stream.match(/^[$%]\{~?/)
      state.stack.push({kind: "code", depth: 0, inside: true})
      return "processingInstruction"
    }
    const next = stream.next()
    if (quoted && next === "\\") stream.next()
    else if (quoted && next === '"') {
      state.stack.pop()
      return "string"
    }
  }
  return "string"
}

function heredoc(stream, state, frame) {
  if (stream.sol() && stream.string.trim() === frame.marker) {
    stream.skipToEnd()
    state.stack.pop()
    return "keyword"
  }
  if (stream.sol() && stream.eol()) return null
  return template(stream, state, false)
}

// word reads a name: what it is depends on what stands around it.
function word(stream, state, frame) {
  const name = stream.match(NAME)[0]
  const rest = stream.string.slice(stream.pos)
  const before = stream.string.slice(0, stream.start)
  if (frame.inside && KEYWORDS.has(name)) return "keyword"
  if (/\.\s*$/.test(before)) return "propertyName"
  if (/^\s*\(/.test(rest)) return "variableName.function"
  if (!frame.inside && /^\s*$/.test(before)) {
    if (/^\s*(=(?!=)|:)/.test(rest)) return "propertyName.definition"
    if (/^\s*("|\{|[\p{L}_][^=]*\{)/u.test(rest)) return "typeName"
  }
  if (CONSTANTS.has(name)) return "bool"
  if (KEYWORDS.has(name) && /[[{]\s*$|\S\s+$/.test(before)) return "keyword"
  if (/^\s*(=(?![=>])|:)/.test(rest)) return "propertyName.definition"
  return "variableName"
}

function code(stream, state, frame) {
  if (stream.eatSpace()) return null
  if (stream.match("#") || stream.match("//")) {
    stream.skipToEnd()
    return "lineComment"
  }
  if (stream.match("/*")) {
    state.comment = true
    return comment(stream, state)
  }
  const opens = stream.match(/^<<[-~]?([\p{L}_][\p{L}\p{N}_-]*)\s*$/u)
  if (opens) {
    state.stack.push({kind: "heredoc", marker: opens[1]})
    return "keyword"
  }
  if (stream.eat('"')) {
    state.stack.push({kind: "string"})
    return template(stream, state, true)
  }
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number"
  if (stream.match(NAME, false)) return word(stream, state, frame)
  if (frame.inside && frame.depth === 0 && stream.match(/^~?\}/)) {
    state.stack.pop()
    return "processingInstruction"
  }
  const next = stream.next()
  if (next === "{") frame.depth++
  if (next === "}") frame.depth = Math.max(0, frame.depth - 1)
  if ("{}".includes(next)) return "brace"
  if ("[]".includes(next)) return "squareBracket"
  if ("()".includes(next)) return "paren"
  return "operator"
}

function comment(stream, state) {
  while (!stream.eol()) {
    if (stream.match("*/")) {
      state.comment = false
      break
    }
    stream.next()
  }
  return "blockComment"
}

/** hcl is the language of the code. */
export const hcl = StreamLanguage.define({
  name: "hcl",
  startState: () => ({stack: [{kind: "code", depth: 0, inside: false}], comment: false}),
  copyState: state => ({stack: state.stack.map(frame => ({...frame})), comment: state.comment}),
  token(stream, state) {
    if (state.comment) return comment(stream, state)
    const frame = top(state)
    if (frame.kind === "heredoc") return heredoc(stream, state, frame)
    if (frame.kind === "string" && stream.sol()) state.stack.pop() // a line break ends a string
    return top(state).kind === "string" ? template(stream, state, true) : code(stream, state, top(state))
  },
  blankLine() {},
  languageData: {commentTokens: {line: "#"}, closeBrackets: {brackets: ["(", "[", "{", '"']}},
})
