const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

/**
 * Adds entries at the end of a list, object or call.
 * @param anchor the text up to the opening bracket
 * @returns the new text, before formatting
 * @throws Error if the anchor is missing
 */
export function insertInto(text: string, anchor: RegExp, entries: string): string {
  const found = anchor.exec(text)
  if (!found) throw new Error(`Nothing matches ${anchor}.`)
  const open = found.index + found[0].length
  const close = closingBracket(text, open)
  const inside = text.slice(open + 1, close).trimEnd()
  const comma = inside === '' || inside.endsWith(',') ? '' : ','
  return `${text.slice(0, open + 1)}${inside}${comma}\n${entries}\n${text.slice(close)}`
}

/** Index of the bracket that closes the one at `open`. Ignores brackets in strings and comments. */
function closingBracket(text: string, open: number): number {
  const expected: string[] = []
  const parts = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[[\]{}()]/g
  parts.lastIndex = open
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    const [token] = part
    const closer = closers[token]
    if (closer) expected.push(closer)
    else if (token === expected.at(-1)) expected.pop()
    if (expected.length === 0) return part.index
  }
  throw new Error(`The bracket at ${open} is not closed.`)
}
