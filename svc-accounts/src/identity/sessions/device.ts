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

/** Browser and system; for an unknown user agent, its first word. Ten names need no parser library. */
export function describeDevice(userAgent: string): string {
  const matches = [browsers, systems].map(list => list.find(([, mark]) => mark.test(userAgent))?.[0])
  const names = matches.filter(name => name !== undefined)
  return names.length > 0 ? names.join(' on ') : (userAgent.split(/[\s/]/)[0] ?? '') || '?'
}
