// What of the page needs no browser. The module in build runs this by node.

import assert from "node:assert/strict"
import {test} from "node:test"
import {EditorState} from "@codemirror/state"
import {CompletionContext} from "@codemirror/autocomplete"
import {json} from "@codemirror/lang-json"
import {ensureSyntaxTree} from "@codemirror/language"
import examples from "examples"
import {completion} from "./complete.js"
import {count, parseDiff} from "./diff.js"
import {DIALECTS, schemaOf} from "./dialects.js"
import {hcl} from "./hcl.js"
import {parsePointer, rangeOf} from "./pointer.js"
import hclSchema from "../../../openapi/edits.hcl.schema.json"
import terraformSchema from "../../../openapi/edits.schema.json"
import {command, isCommand} from "./operations.js"
import {body, curl} from "./request.js"
import {Schema} from "./schema.js"
import {decode, encode, Unreadable} from "./share.js"
import {dataOf, tidy} from "./tidy.js"

const schema = new Schema({
  $ref: "#/$defs/edits",
  $defs: {
    edits: {
      type: "object",
      properties: {set: {description: "Makes things so.", $ref: "#/$defs/blocks"}, move: {$ref: "#/$defs/blocks"}},
      additionalProperties: false,
      minProperties: 1,
    },
    blocks: {
      type: "object",
      propertyNames: {enum: ["resource", "module"]},
      patternProperties: {"^res": {type: "object", additionalProperties: {type: "object", additionalProperties: {$ref: "#/$defs/entries"}}}},
      additionalProperties: {type: "object", additionalProperties: {$ref: "#/$defs/entries"}},
    },
    entries: {anyOf: [{$ref: "#/$defs/entry"}, {type: "array", items: {$ref: "#/$defs/entry"}}]},
    entry: {
      type: "object",
      properties: {
        attributes: {type: "object"},
        index: {type: "integer", minimum: 0},
        place: {oneOf: [{enum: ["first", "last"]}, {type: "object", properties: {after: {type: "object"}}, required: ["after"], additionalProperties: false}]},
        blockTypes: {type: "object", additionalProperties: {$ref: "#/$defs/entries"}},
        optional: {type: "boolean"},
      },
      additionalProperties: false,
    },
  },
})

test("what a schema finds", () => {
  for (const [document, ...want] of [
    [{set: {resource: {a: {b: {attributes: {}}}}}}],
    [{set: {module: {a: [{attributes: {}}, {index: 1, place: "first", blockTypes: {x: {blockTypes: {y: [{}]}}}}]}}}],
    [{}, [[], /must not be empty/]],
    [[], [[], /an object, and is an array/]],
    [{sett: {}}, [["sett"], /did you mean "set"/]],
    [{set: {modul: {}}}, [["set", "modul"], /did you mean "module"/]],
    [{set: {module: {a: 1}}}, [["set", "module", "a"], /an object or an array, and is a whole number/]],
    [{set: {module: {a: {indx: 1}}}}, [["set", "module", "a", "indx"], /did you mean "index"/]],
    [{set: {module: {a: [{}, {index: -1}]}}}, [["set", "module", "a", 1, "index"], /at least 0/]],
    [{set: {module: {a: {place: "frist"}}}}, [["set", "module", "a", "place"], /"first" or "last"/]],
    [{set: {module: {a: {place: {before: {}}}}}}, [["set", "module", "a", "place"], /"after" is missing/]],
    [{set: {resource: {a: {b: {optional: 1}}}}, move: {x: {}}}, [["set", "resource", "a", "b", "optional"], /true or false/], [["move", "x"], /not known/]],
  ]) {
    const found = schema.check(document)
    assert.deepEqual(found.map(one => one.path), want.map(([path]) => path), JSON.stringify(document))
    want.forEach(([, message], i) => assert.match(found[i].message, message))
  }
})

test("schemas that lead nowhere", () => {
  assert.deepEqual(new Schema({$ref: "#"}).check({}), [])
  assert.deepEqual(new Schema({allOf: [{$ref: "#"}]}).check({}), [])
  assert.deepEqual(new Schema({$ref: "#/none"}).check({}), [])
  assert.equal(new Schema({anyOf: [{$ref: "#"}], properties: {a: {}}}).keys([]).size, 1)
  assert.equal(new Schema(false).check(1).length, 1)
})

/** offered returns what is offered where | stands, and how far that reaches. */
function offered(text, explicit = true, of = schema) {
  const pos = text.indexOf("|")
  const state = EditorState.create({doc: text.replace("|", ""), extensions: [json()]})
  ensureSyntaxTree(state, state.doc.length, 1000)
  const found = completion(() => of)(new CompletionContext(state, pos, explicit))
  return found && {names: found.options.map(one => one.displayLabel ?? one.label), over: state.sliceDoc(found.from, pos)}
}

test("what is offered", () => {
  for (const [text, names, over] of [
    ["{|}", ["set", "move"], ""],
    ['{"|"}', ["set", "move"], '"'],
    ['{"se|"}', ["set", "move"], '"se'],
    ['{"set": {}, |}', ["move"], ""],
    ['{"set": {}, "|"}', ["move"], '"'],
    ['{"s|et": {}}', ["set", "move"], '"s'],
    ['{"set": {|}}', ["resource", "module"], ""],
    ['{"set": {"module": {"a": {|}}}}', ["attributes", "index", "place", "blockTypes", "optional"], ""],
    ['{"set": {"module": {"a": [{"index": 0, "|"}]}}}', ["attributes", "place", "blockTypes", "optional"], '"'],
    ['{"set": {"resource": {"a": {"b": [{}, {"blockTypes": {"x": {"|": 1}}}]}}}}', ["attributes", "index", "place", "blockTypes", "optional"], '"'],
    ['{"set": {"module": {"a": {"place": |}}}}', ['"first"', '"last"', "{ }"], ""],
    ['{"set": {"module": {"a": {"place": "|"}}}}', ['"first"', '"last"', "{ }"], '"'],
    ['{"set": {"module": {"a": {"optional": |}}}}', ["true", "false"], ""],
    ['{"set": {"module": {"a": |}}}', ["{ }", "[ ]"], ""],
    ['{"set": {"module": {"a": [|]}}}', ["{ }"], ""],
  ]) assert.deepEqual(offered(text), {names, over}, text)
  for (const text of ['{"set": {"module": {"|": {}}}}', '{"none": {"a": {|}}}', "|", '{"set": {"module": {"a": {"attributes": {"|"}}}}}']) {
    assert.equal(offered(text), null, text)
  }
  assert.equal(offered("{|}", false), null)
})

test("the service's own schemas", () => {
  const schemas = {terraform: new Schema(terraformSchema), hcl: new Schema(hclSchema)}
  for (const one of examples) {
    assert.deepEqual(schemas[schemaOf(one.dialect)].check(JSON.parse(one.edits)), [], one.name)
  }
  const all = ["add", "update", "set", "delete", "tidy", "rewrite", "inline", "extract", "move", "sort", "enable", "disable", "reshape", "rename"]
  for (const [dialect, of] of Object.entries(schemas)) {
    const some = dialect === "hcl" ? all.filter(name => name !== "tidy") : all // Terraform's alone
    assert.deepEqual(offered('{"|"}', false, of).names, some)
    assert.equal(of.check({sett: {}}).length, 1)
    assert.equal(of.check({}).length, 1)
  }
  const of = schemas.terraform
  assert.ok(offered('{"set": {"|"}}', false, of).names.includes("module"))
  assert.ok(offered('{"set": {"module": {"a": {"|"}}}}', false, of).names.includes("attributes"))
  assert.ok(offered('{"set": {"resource": {"a": {"b": [{"set": {"|": 1}}]}}}}', false, of).names.includes("blockTypes"))
  assert.match(of.check({set: {module: {a: {attributs: {}}}}})[0].message, /did you mean "attributes"/)
})

test("what is laid out anew stays what it was", () => {
  const texts = [...examples.map(one => one.edits), "1", '"a"', "[]", "{}", '[{"a": 1.0e5, "a": 1e400, "b\\u0041": [[[[1]]]]}]', '{"a": {}, "b": [], "c": [{}, {}]}']
  for (const text of texts) {
    const tidied = tidy(text)
    assert.equal(tidied.replace(/\s/g, ""), text.replace(/\s/g, ""))
    assert.equal(tidy(tidied), tidied)
    assert.deepEqual(JSON.parse(tidied), JSON.parse(text))
  }
  for (const broken of ["{", "", "{a: 1}", "[1,]", "[".repeat(100_000)]) assert.equal(tidy(broken), broken)
  assert.equal(tidy('{"set":{"module":{"vpc":[{"attributes":{"version":"5.8.1"}}]}}}'), `{
  "set": {
    "module": {
      "vpc": [{"attributes": {"version": "5.8.1"}}]
    }
  }
}`)
})

test("where pointers point", () => {
  const text = '{"set": {"a/b": {"x~": [{"n": 1}, {"n": [10, 20]}], "one": {"k": 2}}}}'
  const state = EditorState.create({doc: text, extensions: [json()]})
  ensureSyntaxTree(state, text.length, 1000)
  for (const [pointer, want] of [
    ["", text], ["/set", '"set"'], ["/set/a~1b", '"a/b"'], ["/set/a~1b/x~0/1", '{"n": [10, 20]}'], ["/set/a~1b/x~0/1/n/1", "20"],
    ["/set/a~1b/x~0/0/n", '"n"'], ["/set/a~1b/one/0/k", '"one"'], ["/set/a~1b/one/k", '"k"'], ["/set/none/x", '"set"'], ["/set/a~1b/x~0/9", '"x~"'],
  ]) {
    const {from, to} = rangeOf(state, parsePointer(pointer))
    assert.equal(text.slice(from, to), want, pointer)
  }
})

test("the colours of any text", () => {
  const pieces = ["${", "%{", "$${", "}", "{", '"', "\\", "\n", "<<EOF\n", "EOF\n", "<<-X\n", "  X\n", "#", "//", "/*", "*/", "a", "for", " ", "=", "1.5e3", "ü", "😀", "\r", "~}", "(", "[", "]", "."]
  let seed = 1
  const random = () => (seed = seed * 48271 % 2147483647) % pieces.length
  for (let i = 0; i < 300; i++) {
    const text = Array.from({length: 1 + i % 60}, () => pieces[random()]).join("")
    assert.equal(hcl.parser.parse(text).length, text.length)
  }
})

test("a diff as rows", () => {
  const rows = parseDiff("--- a/x.tf\n+++ b/x.tf\n@@ -1,3 +1,3 @@\n same\n--- a\n+++ b\n \n@@ -9 +9,2 @@ x\n-end\n\\ No newline at end of file\n+end\n+@@ -1 +1 @@\n--- /dev/null\n+++ b/y.tf\n@@ -0,0 +1 @@\n+a\n")
  assert.deepEqual(rows.map(row => row.kind), ["file", "hunk", "same", "old", "new", "same", "hunk", "old", "note", "new", "new", "file", "hunk", "new"])
  assert.deepEqual([rows[3].text, rows[4].text, rows[3].old, rows[4].fresh, rows[7].old, rows[10].fresh], ["-- a", "++ b", 2, 2, 9, 10])
  assert.deepEqual([rows[0].from, rows[11].from, rows[11].to], ["a/x.tf", "/dev/null", "b/y.tf"])
  assert.deepEqual(count(rows), {removed: 2, added: 4, files: 2})
  const [, , a, b] = parseDiff('--- a\n+++ b\n@@ -1 +1 @@\n-  size = "t3.micro" # x\n+  size = "t3.large" # x\n')
  assert.deepEqual([a.text.slice(...a.mark), b.text.slice(...b.mark)], ["micro", "large"])
  assert.deepEqual(parseDiff(""), [])
})

test("what is shared is what there was", async () => {
  const state = {files: [{name: "main.tf", text: 'a = "ü😀"\r\n\u0000'}, {name: "ü.tf", text: ""}], edits: "{}\n", dialect: "hcl", operation: "edit"}
  assert.deepEqual(await decode(await encode({...state, operation: "find"})), {state: {...state, operation: "find"}})
  assert.deepEqual(await decode(await encode(state)), {state})
  assert.deepEqual(await decode(""), {})
  assert.deepEqual(await decode("example=tags-merge"), {example: "tags-merge"})
  const noise = () => Array.from({length: 200_000}, () => Math.random().toString(36)).join("")
  assert.equal(await encode({...state, edits: noise()}), null)
  assert.equal(await encode({...state, edits: " ".repeat(2 << 20)}), null)

  const whole = await encode(state)
  for (let cut = 1; cut < whole.length; cut += 7) await assert.rejects(decode(whole.slice(0, -cut)), Unreadable)
  const other = async value => "state=" + Buffer.from(await new Response(new Blob([JSON.stringify(value)]).stream()
    .pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer()).toString("base64url")
  const good = {v: 1, ...state}
  assert.deepEqual(await decode(await other({...good, more: 1})), {state})
  for (const bad of [null, 1, [], {}, {...good, v: 2}, {...good, edits: 1}, {...good, dialect: "x"}, {...good, operation: "constructor"}, {...good, files: []}, {...good, files: {}},
    {...good, files: [{name: "a/b", text: ""}]}, {...good, files: [{name: "..", text: ""}]}, {...good, files: [{name: "a", text: 1}]}, {...good, files: [null]},
    {...good, files: [{name: "a", text: ""}, {name: "a", text: ""}]}, {...good, files: Array.from({length: 101}, (_, i) => ({name: `${i}`, text: ""}))},
    {...good, edits: " ".repeat(2 << 20)}]) {
    await assert.rejects(decode(await other(bad)), Unreadable, JSON.stringify(bad)?.slice(0, 100))
  }
  for (const bad of ["state=", "state=*", "x", "example=../x", `state=${"A".repeat(70_000)}`]) await assert.rejects(decode(bad), Unreadable)
})

test("the request as text", () => {
  globalThis.document = {baseURI: "http://127.0.0.1:8080/it's/"}
  const state = {files: [{name: "it's.tf", text: 'a = "\\n"\n'}], edits: ' {"set": {}}\n', dialect: "hcl", operation: "edit"}
  assert.deepEqual(JSON.parse(body(state, ['"return": "diff"'])), {code: 'a = "\\n"\n', edits: {set: {}}, dialect: "hcl", return: "diff"})
  assert.deepEqual(JSON.parse(body({...state, files: [...state.files, {name: "__proto__", text: "x"}]}, [])).files, JSON.parse('{"it\'s.tf": "a = \\"\\\\n\\"\\n", "__proto__": "x"}'))
  assert.match(curl(state), /^curl -sS 'http:\/\/127.0.0.1:8080\/it'\\''s\/v1\/iac\/edit' /)
  assert.equal(command(state), `iacedit edit 'it'\\''s.tf' -d --dialect=hcl -e - <<'EOF'\n{"set": {}}\nEOF\n`)
})

test("the other operations as text", () => {
  const files = [{name: "main.tf", text: ""}]
  const of = (operation, edits) => ({files, edits, dialect: "terraform", operation})
  for (const [operation, edits, inside, want] of [
    ["read", '{"include": ["comments", "ranges"], "select": {"module": {"*": []}}}', {include: ["comments", "ranges"], select: {module: {"*": []}}},
      `iacedit read --comments --ranges --select '{"module":{"*":[]}}' main.tf\n`],
    ["read", "{ }", {}, "iacedit read main.tf\n"],
    ["find", '[{"match": "merge($$a)"}, {"text": "it\'s", "in": {"module": {"*": []}}}, {"reference": "var.a"}, {"pattern": "a+", "types": true}]',
      {find: [{match: "merge($$a)"}, {text: "it's", in: {module: {"*": []}}}, {reference: "var.a"}, {pattern: "a+", types: true}]},
      `iacedit find 'merge($$a)' main.tf\niacedit find --text 'it'\\''s' --in '{"module":{"*":[]}}' main.tf\niacedit find --reference var.a main.tf\niacedit find --pattern a+ --types main.tf\n`],
    ["convert", '{"to": "json"}', {to: "json"}, "iacedit convert --to json main.tf\n"],
  ]) {
    assert.deepEqual(JSON.parse(body(of(operation, edits), [])), {code: "", dialect: "terraform", ...inside})
    assert.equal(command(of(operation, edits)), want)
  }
  for (const [operation, edits] of [["find", "{}"], ["find", "["], ["read", "1}"]]) assert.equal(command(of(operation, edits)), "")
  for (const text of ["set a b", "iacedit rm a", "\n# note\nset a b"]) assert.ok(isCommand(of("edit", text)), text)
  for (const text of ["", " ", "{}", "[", '"set"', "null", " true "]) assert.ok(!isCommand(of("edit", text)), text)
  assert.ok(!isCommand(of("find", "set a b")))
  assert.equal(command(of("edit", "set a.b -s c\n  iacedit rm -d x\n# y")), "iacedit set -w a.b -s c\niacedit rm -d x\n# y\n")
})

test("a member of an answer", () => {
  assert.equal(dataOf('{"success":true,"data":{"found":[], "content":{"a":7.50, "b":12345678901234567890}},"message":"x"}', "content"), '{"a": 7.50, "b": 12345678901234567890}')
  assert.equal(dataOf('{"success":false}', "content"), "")
})
