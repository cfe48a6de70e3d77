/** Adds import lines; the linter puts them in order. */
export const withImports = (text: string, ...lines: string[]) =>
  `${lines.join('\n')}\n${/^(import|export \{)/.test(text) ? '' : '\n'}${text}`

/** Adds text behind the last line that matches. @throws Error when there is none */
export function afterLast(text: string, line: RegExp, addition: string): string {
  const last = [...text.matchAll(new RegExp(line.source, 'gm'))].at(-1)
  if (!last) throw new Error(`Nothing matches ${line}.`)
  const end = last.index + last[0].length
  return `${text.slice(0, end)}\n${addition}${text.slice(end)}`
}

/** Adds text before the first line that matches. @throws Error when there is none */
export function beforeFirst(text: string, line: RegExp, addition: string): string {
  const first = new RegExp(line.source, 'm').exec(text)
  if (!first) throw new Error(`Nothing matches ${line}.`)
  return `${text.slice(0, first.index)}${addition}${text.slice(first.index)}`
}
