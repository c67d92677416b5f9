// What can be asked about the code: the operations, what is typed for each, and the same as
// commands for a shell.

/**
 * The operations by their names: where they are, what the editor is called, what it holds at
 * first, the member of the request that is typed (without one all members are), what the page
 * asks for besides, and what commands that are copied ask for.
 */
export const operations = {
  edit: {path: "v1/iac/edit", title: "Edits", first: "{}", member: "edits",
    shown: ['"return": ["code", "diff"]', '"report": true'], copied: ['"return": "diff"']},
  read: {path: "v1/iac/read", title: "What to read", first: '{\n  "include": ["comments"]\n}', shown: [], copied: []},
  find: {path: "v1/iac/find", title: "Rules", first: '[\n  {"match": "merge($$all)"},\n  {"reference": "var.region"},\n  {"text": "prod"}\n]', member: "find", shown: [], copied: []},
  convert: {path: "v1/iac/convert", title: "Into what", first: '{\n  "to": "json"\n}', shown: [], copied: []},
}

/** isCommand reports whether what is typed for an edit are commands, and no JSON. */
export const isCommand = ({operation, edits}) => operation === "edit" && /^\s*[\w#]/.test(edits) && !/^\s*(true|false|null)?\s*$/.test(edits)

/** quote quotes a word for a shell, where it has to be. */
export const quote = text => /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** command returns what is typed as commands for a shell beside the files. */
export function command(state) {
  const {files, edits, dialect, operation} = state
  const path = files.length === 1 ? quote(files[0].name.replace(/^-/, "./-")) : "."
  const language = dialect === "terraform" ? "" : ` --dialect=${dialect}`
  if (isCommand(state)) return typed(edits, language)
  const make = {
    edit: () => `iacedit edit ${path} -d${language} -e - <<'EOF'\n${edits.trim()}\nEOF\n`,
    read: asked => `iacedit read${reading(asked)}${language} ${path}\n`,
    find: rules => rules.map(rule => `iacedit find${finding(rule)}${language} ${path}\n`).join(""),
    convert: ({to}) => `iacedit convert${to ? ` --to ${quote(String(to))}` : ""} ${path}\n`,
  }
  if (operation === "edit") return make.edit()
  try {
    return make[operation](JSON.parse(edits))
  } catch {
    return ""
  }
}

/** typed returns commands as they were typed, with the name of the program, and so that they write. */
function typed(commands, language) {
  const lines = commands.trim().split("\n").map(line => {
    const [, name, rest] = /^\s*(?:iacedit\s+)?(set|add|rm|mv|rename)\b(.*)$/s.exec(line) ?? []
    if (!name) return line
    const says = /\s(-w|-d|--write|--diff|--check)\b/.test(rest) ? "" : " -w"
    return `iacedit ${name}${says}${language}${rest}`
  })
  return lines.join("\n") + "\n"
}

function reading({include = [], select}) {
  const flags = include.map(one => ` --${one}`)
  if (select) flags.push(` --select ${quote(JSON.stringify(select))}`)
  return flags.join("")
}

function finding(rule) {
  const flags = []
  for (const kind of ["text", "pattern", "reference"]) if (rule[kind] !== undefined) flags.push(` --${kind} ${quote(rule[kind])}`)
  if (rule.match !== undefined) flags.push(` ${quote(rule.match)}`)
  if (rule.types) flags.push(" --types")
  if (rule.in) flags.push(` --in ${quote(JSON.stringify(rule.in))}`)
  return flags.join("")
}
