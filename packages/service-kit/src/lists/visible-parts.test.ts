import { describe, expect, it } from 'vitest'
import { type RowKind, visibleParts } from './hidden-days'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 20, hour))
const kind = (withPlayer: boolean, ...hidden: [string, string, number][]): RowKind => ({
  match: { withPlayer },
  hidden: hidden.map(([from, to, hour]) => ({ from, to, at: at(hour) })),
})
const base = { from: '2026-03-01', to: '2026-03-31' }
const hourOf = (cut: object | undefined) => (cut && 'at' in cut ? (cut.at as Date).getUTCHours() : '')
const format = (kinds: RowKind[], part: Parameters<typeof visibleParts>[0] = base) =>
  visibleParts(part, kinds, 'UTC').map(({ from, to, after, until = [], match }) =>
    [`${from?.slice(8)}–${to?.slice(8)}`, `${hourOf(after)}..${until.map(hourOf)}`, JSON.stringify(match) ?? ''].join(
      ' ',
    ),
  )

describe('visibleParts', () => {
  it('returns the list unchanged without clearings', () => {
    expect(visibleParts({ day: '2026-03-01' }, [kind(true)], 'UTC')).toEqual([{ day: '2026-03-01' }])
  })

  it('starts cleared days at the moment of the clearing', () => {
    expect(format([kind(true, ['2026-03-04', '2026-03-06', 5])])).toEqual(['01–03 .. ', '04–06 5.. ', '07–31 .. '])
    expect(format([kind(true, ['2026-03-04', '2026-03-06', 5])], { day: '2026-03-05' })).toEqual(['05–05 5.. '])
  })

  it('keeps rows of kinds that were not cleared', () => {
    const parts = format([kind(false, ['2026-03-01', '2026-03-31', 5]), kind(true, ['2026-03-30', '2026-04-02', 7])])
    const players = '{"$and":[{},{"$or":[{"withPlayer":true}]}]}'
    const operators = '{"$and":[{},{"$or":[{"withPlayer":false}]}]}'
    expect(parts).toEqual([`01–29 ..5 ${players}`, '01–29 5.. ', `30–31 5..7 ${operators}`, '30–31 7.. '])
  })
})
