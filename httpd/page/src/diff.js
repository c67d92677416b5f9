// A unified diff as lines with their numbers.

const MOST = 2000

/** A row is a line of a diff: kind is "file", "hunk", "same", "old" or "new". */
export function parseDiff(text) {
  const rows = []
  let old = 0, fresh = 0, left = {old: 0, fresh: 0}
  const lines = text.split("\n")
  if (lines.at(-1) === "") lines.pop()
  for (const line of lines) {
    const hunk = left.old <= 0 && left.fresh <= 0 && /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (hunk) {
      old = Number(hunk[1])
      fresh = Number(hunk[3])
      left = {old: Number(hunk[2] ?? 1), fresh: Number(hunk[4] ?? 1)}
      rows.push({kind: "hunk"})
    } else if (line.startsWith("\\")) {
      rows.push({kind: "note", text: line.slice(2)})
    } else if (left.old <= 0 && left.fresh <= 0) {
      if (line.startsWith("--- ")) rows.push({kind: "file", from: nameIn(line)})
      else if (line.startsWith("+++ ")) rows.at(-1).to = nameIn(line)
    } else if (line.startsWith("-")) {
      rows.push({kind: "old", text: line.slice(1), old: old++})
      left.old--
    } else if (line.startsWith("+")) {
      rows.push({kind: "new", text: line.slice(1), fresh: fresh++})
      left.fresh--
    } else {
      rows.push({kind: "same", text: line.slice(1), old: old++, fresh: fresh++})
      left.old--
      left.fresh--
    }
  }
  return pair(rows)
}

const nameIn = line => line.slice(4).replace(/\t.*$/, "")

/** pair tells, of lines that stand for each other, what in them differs. */
function pair(rows) {
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].kind !== "old") continue
    let olds = i
    while (rows[olds]?.kind === "old") olds++
    let news = olds
    while (rows[news]?.kind === "new") news++
    if (news - olds === olds - i) for (let k = 0; k < olds - i; k++) differ(rows[i + k], rows[olds + k])
    i = news - 1
  }
  return rows
}

const words = text => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

function differ(a, b) {
  const [olds, news] = [words(a.text), words(b.text)]
  let start = 0, end = 0
  while (start < olds.length && start < news.length && olds[start] === news[start]) start++
  while (end < olds.length - start && end < news.length - start && olds.at(-1 - end) === news.at(-1 - end)) end++
  const size = list => list.join("").length
  const common = size(olds.slice(0, start)) + size(end ? olds.slice(-end) : [])
  if (common * 3 < Math.max(a.text.trim().length, b.text.trim().length)) return // they have little in common
  a.mark = [size(olds.slice(0, start)), a.text.length - size(end ? olds.slice(-end) : [])]
  b.mark = [size(news.slice(0, start)), b.text.length - size(end ? news.slice(-end) : [])]
}

/** count returns how many lines a diff takes away and brings. */
export function count(rows) {
  return {
    removed: rows.filter(row => row.kind === "old").length,
    added: rows.filter(row => row.kind === "new").length,
    files: rows.filter(row => row.kind === "file").length,
  }
}

const element = (name, className, ...children) => {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...children)
  return made
}

/** renderDiff returns the rows as an element. */
export function renderDiff(rows, title) {
  const all = element("div", "diff")
  all.translate = false
  for (const row of rows.slice(0, MOST)) {
    if (row.kind === "file") all.append(element("h3", "file", title(row)))
    else if (row.kind === "hunk") all.append(element("div", "hunk"))
    else if (row.kind === "note") all.append(element("div", "note", row.text))
    else all.append(line(row))
  }
  if (rows.length > MOST) all.append(element("div", "note", `${rows.length - MOST} more lines are not shown here; Copy takes them all.`))
  return all
}

function line(row) {
  const [sign, name] = {same: [" ", "span"], old: ["−", "del"], new: ["+", "ins"]}[row.kind]
  const text = element(name, "text")
  if (row.mark && row.mark[0] < row.mark[1]) {
    text.append(row.text.slice(0, row.mark[0]), element("b", "", row.text.slice(...row.mark)), row.text.slice(row.mark[1]))
  } else text.append(row.text)
  const number = n => {
    const made = element("span", "number", n ? String(n) : "")
    made.ariaHidden = "true"
    return made
  }
  const marked = element("span", "sign", sign)
  marked.ariaHidden = "true"
  return element("div", `row ${row.kind}`, number(row.old), number(row.fresh), marked, text)
}
