/** Tables have a search field of their own; elsewhere a select that searches will do. */
const fields = ['input[type="search"]:not([role="combobox"])', 'input[role="combobox"]:not([readonly])']

/** Puts the cursor into the search field of the page in view. @returns false when there is none */
export function focusPageSearch(): boolean {
  for (const selector of fields) {
    const found = Array.from(document.querySelectorAll<HTMLInputElement>(`#content ${selector}`))
    const field = found.find(each => !each.disabled && each.getClientRects().length > 0)
    if (!field) continue
    field.focus()
    field.select()
    return true
  }
  return false
}
