// The files of the code: a tab and a state of the editor each.

import {EditorState} from "@codemirror/state"
import {EditorView} from "@codemirror/view"
import {extensions, goTo, replaceAll, showProblems} from "./editors.js"
import {hcl} from "./hcl.js"
import {mark, tabs} from "./tabs.js"

const characters = new Intl.Segmenter(undefined, {granularity: "grapheme"})

/** Files are the files of the code, one of which is in the editor. */
export class Files {
  #list
  #view
  #files = [] // {name, state, problems}
  #at = 0
  #onChange

  constructor({list, parent, onChange}) {
    this.#list = list
    this.#onChange = onChange
    this.#view = new EditorView({parent, state: this.#stateOf("")})
    tabs(list, tab => this.#open([...list.children].indexOf(tab)))
  }

  #stateOf(text) {
    return EditorState.create({
      doc: text,
      extensions: extensions({
        language: hcl,
        label: () => `Code of ${this.#files[this.#at]?.name ?? "main.tf"}`,
        onChange: () => this.#onChange(),
      }),
    })
  }

  /** show shows other files. One that stays the only one keeps its history. */
  show(files) {
    const [only, before] = [files.length === 1 && files[0], this.#files]
    if (only && before.length === 1 && before[0].name === only.name) {
      replaceAll(this.#view, only.text)
      return
    }
    this.#files = files.map(({name, text}) => ({name, state: this.#stateOf(text), problems: []}))
    this.#at = 0
    this.#view.setState(this.#files[0].state)
    this.#showTabs()
  }

  #showTabs() {
    this.#list.replaceChildren(...this.#files.map(({name}, i) => {
      const tab = document.createElement("button")
      Object.assign(tab, {type: "button", textContent: name, id: `file-${i}`})
      tab.setAttribute("role", "tab")
      tab.setAttribute("aria-controls", "code")
      return tab
    }))
    mark(this.#list, this.#list.children[this.#at])
  }

  /** add adds an empty file, and opens it. */
  add(name) {
    this.#files.push({name, state: this.#stateOf(""), problems: []})
    this.#showTabs()
    this.#open(this.#files.length - 1)
    this.#onChange()
    this.#view.focus()
  }

  /** remove takes away the file that is open, where it is not the only one. */
  remove() {
    if (this.#files.length < 2) return
    this.#files.splice(this.#at, 1)
    this.#at = Math.max(0, this.#at - 1)
    this.#view.setState(this.#files[this.#at].state)
    this.#showTabs()
    this.#onChange()
    this.#list.children[this.#at].focus()
  }

  /** has reports whether there is a file of that name. */
  has(name) {
    return this.#files.some(file => file.name === name)
  }

  /** all returns the files, with their text. */
  all() {
    return this.#files.map(({name, state}, i) => ({name, text: (i === this.#at ? this.#view.state : state).doc.toString()}))
  }

  #open(i) {
    if (i === this.#at) return
    this.#files[this.#at].state = this.#view.state
    this.#at = i
    this.#view.setState(this.#files[i].state)
    mark(this.#list, this.#list.children[i])
    showProblems(this.#view, this.#files[i].problems)
  }

  /** placeAt returns the place in the text of a position that is counted in characters. */
  placeAt({file, line, column}) {
    const i = Math.max(0, this.#files.findIndex(one => one.name === file))
    const {doc} = i === this.#at ? this.#view.state : this.#files[i].state
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
    let from = found.from
    let left = column - 1
    for (const {segment} of characters.segment(found.text)) {
      if (left-- <= 0) break
      from += segment.length
    }
    const word = /^[\p{L}\p{N}_-]+|^./u.exec(doc.sliceString(from, found.to))
    return {file: i, from, to: from + (word ? word[0].length : 0)}
  }

  /** showProblems shows the problems of all files, each in its own. */
  showProblems(problems) {
    this.#files.forEach((file, i) => {
      file.problems = problems.filter(problem => problem.file === i)
      this.#list.children[i].classList.toggle("bad", file.problems.length > 0)
    })
    showProblems(this.#view, this.#files[this.#at].problems)
  }

  /** goTo opens a file at a place. */
  goTo(i, at) {
    this.#open(i)
    goTo(this.#view, at)
  }
}
