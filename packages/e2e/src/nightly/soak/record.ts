type Survived = { times: number; longestMs: number }

export function createRecord() {
  const survived = new Map<string, Survived>()
  const sums = new Map<string, number>()
  return {
    /** @param afterMs recovery time */
    survive(what: string, afterMs: number) {
      const before = survived.get(what) ?? { times: 0, longestMs: 0 }
      survived.set(what, { times: before.times + 1, longestMs: Math.max(before.longestMs, afterMs) })
    },
    add(what: string, count: number) {
      sums.set(what, (sums.get(what) ?? 0) + count)
    },
    set(what: string, count: number) {
      sums.set(what, count)
    },
    table(): string {
      const rows = [...survived].sort(([a], [b]) => (a < b ? -1 : 1))
      return [
        `${'survived'.padEnd(44)}${'times'.padStart(7)}${'went on after, longest'.padStart(26)}`,
        ...rows.map(([what, { times, longestMs }]) => {
          return `${what.padEnd(44)}${String(times).padStart(7)}${`${(longestMs / 1000).toFixed(1)} s`.padStart(26)}`
        }),
        '',
        ...[...sums].map(([what, count]) => `${what.padEnd(44)}${String(count).padStart(7)}`),
        '',
      ].join('\n')
    },
  }
}
