const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
]
const systems: readonly [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** A user agent in words that people know; unknown ones by their first word. */
export function deviceOf(userAgent: string): string {
  const found = [browsers, systems].map(list => list.find(([, mark]) => mark.test(userAgent))?.[0])
  const names = found.filter(name => name !== undefined)
  return names.length > 0 ? names.join(', ') : (userAgent.split(/[\s/]/)[0] ?? '') || '?'
}
