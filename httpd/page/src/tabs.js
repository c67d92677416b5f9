// Tabs by keyboard: the arrows go from one to the next, and Tab goes on to what they show.

/** tabs makes the tabs of a list choose; onChoose gets the tab. */
export function tabs(list, onChoose) {
  list.addEventListener("click", event => {
    const tab = event.target.closest("[role=tab]")
    if (tab) choose(list, tab, onChoose)
  })
  list.addEventListener("keydown", event => {
    const all = [...list.querySelectorAll("[role=tab]:not([hidden])")]
    const at = all.indexOf(event.target)
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1}[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const tab = all[(to + all.length) % all.length]
    choose(list, tab, onChoose)
    tab.focus()
  })
}

/** mark shows which tab is chosen. */
export function mark(list, tab) {
  for (const one of list.querySelectorAll("[role=tab]")) {
    one.setAttribute("aria-selected", String(one === tab))
    one.tabIndex = one === tab ? 0 : -1
  }
}

function choose(list, tab, onChoose) {
  mark(list, tab)
  onChoose(tab)
}
