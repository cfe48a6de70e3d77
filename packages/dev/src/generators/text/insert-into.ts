const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

/**
 * Adds entries at the end of the list, object or call that stands first behind one of `anchors`.
 * @param anchors each the text up to the opening bracket; the first that is found counts
 * @returns the new text; formatting it is the formatter's work
 * @throws Error when none of the anchors is there
 */
export function insertInto(text: string, anchors: readonly RegExp[], entries: string): string {
  const found = anchors.map(anchor => anchor.exec(text)).find(match => match !== null)
  if (!found) throw new Error(`Nothing matches ${anchors.join(' or ')}.`)
  const open = found.index + found[0].length
  const close = closingBracket(text, open)
  const inside = text.slice(open + 1, close).trimEnd()
  const comma = inside === '' || inside.endsWith(',') ? '' : ','
  return `${text.slice(0, open + 1)}${inside}${comma}\n${entries}\n${text.slice(close)}`
}

/** Where the bracket at `open` is closed; brackets in strings and comments do not count. */
function closingBracket(text: string, open: number): number {
  const waiting: string[] = []
  const parts = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[[\]{}()]/g
  parts.lastIndex = open
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    const [token] = part
    const closer = closers[token]
    if (closer) waiting.push(closer)
    else if (token === waiting.at(-1)) waiting.pop()
    if (waiting.length === 0) return part.index
  }
  throw new Error(`The bracket at ${open} is not closed.`)
}
