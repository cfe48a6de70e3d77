const lineCharsMax = 240

/** JSON for readers and diffs: what fits in a line is one line. */
export function toReadableJson(value: unknown, indent = '', prefixChars = 0): string {
  const isObject = typeof value === 'object' && value !== null
  const line = JSON.stringify(value)
  if (!isObject || indent.length + prefixChars + line.length <= lineCharsMax) return line
  const inner = `${indent} `
  const parts = Array.isArray(value)
    ? value.map(each => toReadableJson(each, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${toReadableJson(each, inner, name.length + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map(part => inner + part).join(',\n')}\n${indent}${close}`
}
