const line = /^([A-Z][A-Z0-9_]*)=(?:'(.*)'|(.*))$/

/** The variables of an `.env` file as `compose:env` writes it: one a line, values in single quotes. */
export function readVariables(text: string): Map<string, string> {
  const found = text.split('\n').flatMap(each => {
    const [, name, quoted, plain] = line.exec(each.trim()) ?? []
    return name === undefined ? [] : [[name, quoted ?? plain ?? ''] as const]
  })
  return new Map(found)
}

/** The same file with some variables set, or taken away where the value is undefined; other lines stay as they are. */
export function withVariables(text: string, changes: Readonly<Record<string, string | undefined>>): string {
  const known = readVariables(text)
  const kept = text.split('\n').flatMap(each => {
    const name = line.exec(each.trim())?.[1]
    if (name === undefined || !(name in changes)) return [each]
    const value = changes[name]
    return value === undefined ? [] : [`${name}='${value}'`]
  })
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined || known.has(name) ? [] : [`${name}='${value}'`],
  )
  return `${[...kept.join('\n').trimEnd().split('\n'), ...added].join('\n')}\n`
}
