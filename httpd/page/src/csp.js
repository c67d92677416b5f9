// The styles of CodeMirror without style elements, which the page's policy forbids: as
// style sheets that the document adopts.

import {StyleModule} from "style-mod"

const sheets = new Map()

function sheetOf(module) {
  if (!sheets.has(module)) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(module.getRules())
    sheets.set(module, sheet)
  }
  return sheets.get(module)
}

StyleModule.mount = (root, modules) => {
  // The last of an editor's modules, its theme, has the last word over those of others.
  const own = [modules].flat().map(sheetOf)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter(sheet => !own.includes(sheet)), ...own]
}
