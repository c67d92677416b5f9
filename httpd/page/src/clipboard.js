// Copying.

/** copy copies a text, and reports whether it could. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text) // browsers keep the clipboard from pages without TLS
  }
}

function copySelected(text) {
  const focused = document.activeElement
  const area = document.createElement("textarea")
  area.className = "heard"
  area.value = text
  document.body.append(area)
  area.select()
  const copied = document.execCommand("copy")
  area.remove()
  focused?.focus()
  return copied
}
