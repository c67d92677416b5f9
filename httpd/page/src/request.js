// The request: sent, and as what to type elsewhere.

const PATH = "v1/iac/edit"

/** body returns the body of the request for a state; the edits are as they were written. */
export function body({files, edits, dialect}, more) {
  const code = files.length === 1 ? `"code": ${JSON.stringify(files[0].text)}`
    : `"files": ${JSON.stringify(Object.fromEntries(files.map(({name, text}) => [name, text])))}`
  return `{\n${[code, `"edits": ${edits.trim()}`, `"dialect": ${JSON.stringify(dialect)}`, ...more].join(",\n")}\n}`
}

/**
 * send sends the request for a state. The answer is {data} or {error}, and how many
 * milliseconds it took.
 */
export async function send(state, signal) {
  const began = performance.now()
  try {
    const response = await fetch(PATH, {
      method: "POST",
      headers: {"Content-Type": "application/json"},
      body: body(state, ['"return": ["code", "diff"]', '"report": true']),
      signal,
    })
    const answer = await response.json()
    const took = performance.now() - began
    if (answer.data) return {data: answer.data, took}
    if (answer.error) return {error: answer.error, took}
    return {error: {code: String(response.status), message: "The server's answer cannot be read."}, took}
  } catch (problem) {
    if (problem.name === "AbortError") throw problem
    return {error: {code: "UNREACHABLE", message: "The server cannot be reached, or something between it and here answers in its place."}}
  }
}

const quote = text => /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** curl returns the request as a command for curl. */
export function curl(state) {
  const url = new URL(PATH, document.baseURI)
  return `curl -sS ${quote(url.href)} -H 'Content-Type: application/json' --data-binary @- <<'EOF'\n${body(state, ['"return": "diff"'])}\nEOF\n`
}

/** command returns the request as a command for a shell beside the files. */
export function command({files, edits, dialect}) {
  const path = files.length === 1 ? quote(files[0].name.replace(/^-/, "./-")) : "."
  const language = dialect === "terraform" ? "" : ` --dialect=${dialect}`
  return `iacedit edit ${path} -d${language} -e - <<'EOF'\n${edits.trim()}\nEOF\n`
}
