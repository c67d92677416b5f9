// The two editors: what they have in common, and problems shown in them.

import {EditorState, StateEffect, StateField} from "@codemirror/state"
import {Decoration, EditorView, GutterMarker, gutterLineClass, highlightSpecialChars, keymap, lineNumbers} from "@codemirror/view"
import {defaultKeymap, history, historyKeymap} from "@codemirror/commands"
import {HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting} from "@codemirror/language"
import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from "@codemirror/autocomplete"
import {nextDiagnostic, setDiagnostics} from "@codemirror/lint"
import {RangeSet} from "@codemirror/state"
import {tags} from "@lezer/highlight"

const colours = HighlightStyle.define([
  {tag: tags.comment, color: "var(--comment)", fontStyle: "italic"},
  {tag: [tags.string, tags.character], color: "var(--string)"},
  {tag: [tags.number, tags.bool, tags.null], color: "var(--number)"},
  {tag: [tags.keyword, tags.processingInstruction], color: "var(--keyword)"},
  {tag: tags.typeName, color: "var(--type)", fontWeight: "600"},
  {tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--name)"},
  {tag: tags.function(tags.variableName), color: "var(--keyword)"},
])

const theme = EditorView.theme({
  "&": {color: "var(--text)", backgroundColor: "transparent", height: "100%", fontSize: "var(--editor-size)"},
  "&.cm-focused": {outline: "none"},
  ".cm-scroller": {fontFamily: "var(--mono)", lineHeight: "1.55"},
  ".cm-content": {padding: "0.6rem 0", caretColor: "var(--text)"},
  ".cm-line": {padding: "0 1rem 0 0.5rem"},
  ".cm-gutters": {backgroundColor: "transparent", color: "var(--faint)", border: "none", paddingLeft: "0.4rem"},
  ".cm-lineNumbers .cm-gutterElement": {minWidth: "2ch", padding: "0 0.5rem 0 0.25rem"},
  "&.cm-focused .cm-matchingBracket": {backgroundColor: "var(--match)", outline: "none"},
  "&.cm-focused .cm-nonmatchingBracket": {backgroundColor: "transparent", color: "var(--bad)"},
  ".cm-problem-line.error": {backgroundColor: "var(--bad-line)"},
  ".cm-problem-line.warning": {backgroundColor: "var(--warn-line)"},
  ".cm-problem-gutter.error": {color: "var(--bad)", fontWeight: "700"},
  ".cm-problem-gutter.warning": {color: "var(--warn)", fontWeight: "700"},
  ".cm-lintRange": {backgroundImage: "none", paddingBottom: "0"},
  ".cm-lintRange-error": {backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1px", textUnderlineOffset: "3px"},
  ".cm-lintRange-warning": {backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1px", textUnderlineOffset: "3px"},
  ".cm-lintRange-active": {backgroundColor: "var(--match)"},
  ".cm-lintPoint:after": {borderBottomColor: "var(--bad)"},
  ".cm-tooltip": {backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "var(--shadow)", overflow: "hidden"},
  ".cm-diagnostic": {padding: "0.5rem 0.75rem", maxWidth: "36rem", fontFamily: "var(--sans)", fontSize: "0.875rem", borderLeft: "3px solid var(--bad)", whiteSpace: "pre-wrap"},
  ".cm-diagnostic-warning": {borderLeftColor: "var(--warn)"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {fontFamily: "var(--mono)", maxHeight: "24rem"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {padding: "0.2rem 0.75rem"},
  ".cm-tooltip-autocomplete ul li[aria-selected]": {backgroundColor: "var(--accent)", color: "var(--on-accent)"},
  ".cm-completionMatchedText": {textDecoration: "none", fontWeight: "700"},
  ".cm-completionIcon": {display: "none"},
  ".cm-tooltip.cm-completionInfo": {padding: "0.5rem 0.75rem", maxWidth: "24rem", fontFamily: "var(--sans)", fontSize: "0.875rem", overflow: "auto"},
  ".cm-snippetField": {backgroundColor: "var(--match)"},
})

const setLines = StateEffect.define()

class LineMark extends GutterMarker {
  constructor(severity) {
    super()
    this.elementClass = `cm-problem-gutter ${severity}`
  }
  eq(other) {
    return other.elementClass === this.elementClass
  }
}

/** problemLines are the lines that have problems, behind their text and their numbers. */
const problemLines = StateField.define({
  create: () => ({lines: Decoration.none, numbers: RangeSet.empty}),
  update(marks, transaction) {
    marks = {lines: marks.lines.map(transaction.changes), numbers: marks.numbers.map(transaction.changes)}
    for (const effect of transaction.effects) if (effect.is(setLines)) marks = effect.value
    return marks
  },
  provide: field => [
    EditorView.decorations.from(field, marks => marks.lines),
    gutterLineClass.from(field, marks => marks.numbers),
  ],
})

/** extensions returns what makes an editor for a language. */
export function extensions({language, label, describedBy, onChange, complete}) {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    bracketMatching(),
    closeBrackets(),
    EditorState.tabSize.of(2),
    indentUnit.of("  "),
    language,
    syntaxHighlighting(colours),
    theme,
    problemLines,
    autocompletion(complete ? {override: [complete], icons: false} : {override: []}),
    // Tab is left to the browser: whoever came by keyboard can go on by keyboard.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, {key: "F8", run: nextDiagnostic}, ...historyKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of(() => ({"aria-label": label(), "aria-describedby": describedBy, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off", translate: "no"})),
    EditorView.updateListener.of(update => {
      if (update.docChanged) onChange(update)
    }),
  ]
}

/** showProblems shows problems, with from and to, in an editor. */
export function showProblems(view, problems) {
  const doc = view.state.doc
  const lines = new Map()
  for (const {from, severity} of problems) {
    const at = doc.lineAt(Math.min(from, doc.length)).from
    if (lines.get(at) !== "error") lines.set(at, severity)
  }
  const sorted = [...lines].sort((a, b) => a[0] - b[0])
  view.dispatch(
    setDiagnostics(view.state, problems.map(({from, to, severity, message}) => ({from, to: Math.min(Math.max(to, from), doc.length), severity, message}))),
    {effects: setLines.of({
      lines: Decoration.set(sorted.map(([at, severity]) => Decoration.line({class: `cm-problem-line ${severity}`}).range(at))),
      numbers: RangeSet.of(sorted.map(([at, severity]) => new LineMark(severity).range(at))),
    })},
  )
}

/** goTo puts the cursor somewhere, and the focus. */
export function goTo(view, at) {
  view.dispatch({selection: {anchor: Math.min(at, view.state.doc.length)}, effects: EditorView.scrollIntoView(at, {y: "center"})})
  view.focus()
}

/** replaceAll gives an editor another text, which can be undone. */
export function replaceAll(view, text) {
  if (view.state.doc.toString() !== text) view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}})
}
