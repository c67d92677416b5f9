// JSON Schema, as far as checking and completing a document takes: types, properties, items,
// enumerations, references, and the ways to combine schemas. Keywords that are not known say
// nothing, as the standard has it.

/** A schema that cannot be met, which is what false says. */
const NOTHING = {not: {}}

/** The most problems that are told. */
const MOST = 50

/** The most that schemas may lead on to each other without going down in the document. */
const DEEPEST = 64

const typeOf = value =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value

const isObject = value => typeOf(value) === "object"

/** child joins a path and one more part. */
const child = (path, part) => [...path, part]

/** A Schema is a JSON Schema document. */
export class Schema {
  #root

  constructor(root) {
    this.#root = root
    this.patterns = new Map()
  }

  /** resolve returns the schema that a schema is, when its reference is followed. */
  #resolve(schema) {
    for (let i = 0; i < DEEPEST; i++) {
      if (schema === false) return NOTHING
      if (!isObject(schema)) return {}
      if (typeof schema.$ref !== "string") return schema
      const {$ref, ...rest} = schema
      const target = this.#find($ref)
      schema = Object.keys(rest).length ? {...rest, allOf: [...(rest.allOf ?? []), target]} : target
    }
    return {}
  }

  #find(ref) {
    let at = this.#root
    if (!ref.startsWith("#")) return {}
    for (const part of decodeURIComponent(ref.slice(1)).split("/").slice(1)) {
      at = at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")]
    }
    return at ?? {}
  }

  #matches(pattern, text) {
    if (!this.patterns.has(pattern)) this.patterns.set(pattern, new RegExp(pattern, "u"))
    return this.patterns.get(pattern).test(text)
  }

  /** below returns the schemas of a member or an element. */
  #below(schema, part) {
    if (typeof part === "number") {
      if (schema.prefixItems?.[part] !== undefined) return [schema.prefixItems[part]]
      return schema.items === undefined ? [] : [schema.items]
    }
    const own = schema.properties && Object.hasOwn(schema.properties, part) ? [schema.properties[part]] : []
    for (const [pattern, other] of Object.entries(schema.patternProperties ?? {})) {
      if (this.#matches(pattern, part)) own.push(other)
    }
    if (own.length === 0 && schema.additionalProperties !== undefined) own.push(schema.additionalProperties)
    return own
  }

  /** spread returns a schema and all that it combines, whether or not they go together. */
  #spread(schema, all = [], depth = 0) {
    schema = this.#resolve(schema)
    if (depth > DEEPEST || all.includes(schema)) return all
    all.push(schema)
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      for (const part of schema[key] ?? []) this.#spread(part, all, depth + 1)
    }
    for (const key of ["if", "then", "else"]) if (schema[key] !== undefined) this.#spread(schema[key], all, depth + 1)
    return all
  }

  /** at returns the schemas that may hold at a path. */
  at(path) {
    let all = this.#spread(this.#root)
    for (const part of path) {
      const next = []
      for (const schema of all) for (const other of this.#below(schema, part)) this.#spread(other, next)
      all = next
    }
    return all.filter(schema => schema !== NOTHING)
  }

  /** keys returns the members that an object at a path may have: name to description. */
  keys(path) {
    const keys = new Map()
    for (const schema of this.at(path)) {
      for (const [name, of] of Object.entries(schema.properties ?? {})) {
        if (this.#resolve(of) === NOTHING) continue
        keys.set(name, keys.get(name) || this.#describe(of))
      }
      for (const names of this.#spread(schema.propertyNames ?? {})) {
        for (const name of names.enum ?? []) keys.set(name, keys.get(name) ?? "")
      }
    }
    return keys
  }

  #describe(schema) {
    return this.#spread(schema).map(part => part.description ?? part.title).find(Boolean) ?? ""
  }

  /** values returns what may stand at a path: values as such, and types. */
  values(path) {
    const found = {literals: new Map(), types: new Set()}
    for (const schema of this.at(path)) {
      for (const literal of schema.enum ?? []) found.literals.set(JSON.stringify(literal), schema.description ?? "")
      if (schema.const !== undefined) found.literals.set(JSON.stringify(schema.const), schema.description ?? "")
      if (schema.enum || schema.const !== undefined) continue
      for (const type of [schema.type ?? []].flat()) found.types.add(type)
    }
    return found
  }

  /** check returns the problems of a document: a path and a message each. */
  check(document) {
    return this.#check(this.#root, document, [], 0).slice(0, MOST)
  }

  #check(schema, value, path, depth) {
    schema = this.#resolve(schema)
    if (schema === NOTHING) return [{path, message: "nothing is allowed here"}]
    if (depth > 4 * DEEPEST) return []
    const problems = this.#plain(schema, value, path)
    if (problems.length > 0) return problems
    if (isObject(value)) problems.push(...this.#members(schema, value, path, depth))
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length && problems.length < MOST; i++) {
        for (const item of this.#below(schema, i)) problems.push(...this.#check(item, value[i], child(path, i), depth + 1))
      }
    }
    if (problems.length === 0) problems.push(...this.#combined(schema, value, path, depth))
    return problems
  }

  /** plain checks what needs no other schema. */
  #plain(schema, value, path) {
    const type = typeOf(value)
    const types = [schema.type ?? []].flat()
    const wrong = message => [{path, message}]
    if (types.length && !types.includes(type) && !(type === "integer" && types.includes("number"))) {
      return wrong(`this must be ${list(types.map(article))}, and is ${article(type)}`)
    }
    if (schema.const !== undefined && JSON.stringify(schema.const) !== JSON.stringify(value)) {
      return wrong(`this must be ${JSON.stringify(schema.const)}`)
    }
    if (schema.enum && !schema.enum.some(one => JSON.stringify(one) === JSON.stringify(value))) {
      return wrong(`this must be ${list(schema.enum.map(one => JSON.stringify(one)))}`)
    }
    if (typeof value === "string" && schema.pattern && !this.#matches(schema.pattern, value)) {
      return wrong(schema.description ? `this must be: ${schema.description}` : `this must match ${schema.pattern}`)
    }
    if (typeof value === "string" && [...value].length < (schema.minLength ?? 0)) return wrong("this must not be empty")
    if (typeof value === "number" && value < (schema.minimum ?? -Infinity)) return wrong(`this must be at least ${schema.minimum}`)
    if (type === "object" && Object.keys(value).length < (schema.minProperties ?? 0)) return wrong("this must not be empty")
    if (type === "object" && Object.keys(value).length > (schema.maxProperties ?? Infinity)) return wrong(`this may have at most ${schema.maxProperties} members`)
    if (type === "array" && value.length < (schema.minItems ?? 0)) return wrong(`this needs at least ${schema.minItems} elements`)
    if (type === "array" && value.length > (schema.maxItems ?? Infinity)) return wrong(`this may have at most ${schema.maxItems} elements`)
    const missing = type === "object" && (schema.required ?? []).find(name => !Object.hasOwn(value, name))
    return missing ? wrong(`${JSON.stringify(missing)} is missing`) : []
  }

  #members(schema, value, path, depth) {
    const problems = []
    for (const name of Object.keys(value)) {
      if (problems.length >= MOST) break
      const at = child(path, name)
      if (schema.propertyNames !== undefined && this.#check(schema.propertyNames, name, at, depth + 1).length > 0) {
        problems.push({path: at, message: this.#unknown(schema, name)})
        continue
      }
      for (const below of this.#below(schema, name)) {
        if (this.#resolve(below) === NOTHING) problems.push({path: at, message: this.#unknown(schema, name)})
        else problems.push(...this.#check(below, value[name], at, depth + 1))
      }
    }
    return problems
  }

  #unknown(schema, name) {
    const known = Object.keys(schema.properties ?? {})
    for (const names of this.#spread(schema.propertyNames ?? {})) known.push(...(names.enum ?? []))
    const near = known.find(other => distance(name.toLowerCase(), other.toLowerCase()) <= Math.max(1, other.length / 3))
    const some = known.length <= 8 ? list(known.map(one => JSON.stringify(one))) : ""
    const hint = near ? `; did you mean ${JSON.stringify(near)}?` : some ? `; there can be ${some}` : ""
    return `${JSON.stringify(name)} is not known here${hint}`
  }

  #combined(schema, value, path, depth) {
    const problems = []
    for (const part of schema.allOf ?? []) problems.push(...this.#check(part, value, path, depth + 1))
    for (const key of ["anyOf", "oneOf"]) {
      if (schema[key]) problems.push(...this.#nearest(schema[key], value, path, depth))
    }
    if (schema.not !== undefined && this.#check(schema.not, value, path, depth + 1).length === 0) {
      problems.push({path, message: this.#resolve(schema.not).description ?? "this is not allowed here"})
    }
    if (schema.if !== undefined) {
      const then = this.#check(schema.if, value, path, depth + 1).length === 0 ? schema.then : schema.else
      if (then !== undefined) problems.push(...this.#check(then, value, path, depth + 1))
    }
    return problems
  }

  /** nearest returns no problems where a choice fits, else those of the one that nearly does. */
  #nearest(choices, value, path, depth) {
    let best
    const types = new Set()
    for (const choice of choices) {
      const problems = this.#check(choice, value, path, depth + 1)
      if (problems.length === 0) return []
      const own = [this.#resolve(choice).type ?? []].flat()
      own.forEach(type => types.add(type))
      const deepest = Math.max(...problems.map(problem => problem.path.length))
      const rank = [own.includes(typeOf(value)) ? 1 : 0, deepest, -problems.length]
      if (!best || compare(rank, best.rank) > 0) best = {rank, deepest, problems}
    }
    if (best?.rank[0] === 0 && best.deepest === path.length && types.size > 1 && !types.has(typeOf(value))) {
      return [{path, message: `this must be ${list([...types].map(article))}, and is ${article(typeOf(value))}`}]
    }
    return best?.problems ?? []
  }
}

/** compare compares two lists of numbers, the first first. */
function compare(a, b) {
  const at = a.findIndex((one, i) => one !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}

const ARTICLES = {object: "an object", array: "an array", integer: "a whole number", null: "null", boolean: "true or false"}
const article = type => ARTICLES[type] ?? `a ${type}`

function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

/** distance returns how many letters differ between two words. */
function distance(a, b) {
  let row = Array.from({length: b.length + 1}, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]
}
