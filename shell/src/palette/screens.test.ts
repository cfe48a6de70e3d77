import { describe, expect, it } from 'vitest'
import { sampleRemotes } from '../testing/sample-remotes'
import { screensOf } from './screens'

const [accounts, reports] = sampleRemotes as [(typeof sampleRemotes)[0], (typeof sampleRemotes)[0]]
const letters = (...args: Parameters<typeof screensOf>) =>
  screensOf(...args).map(({ path, shortcut }) => [path, shortcut])

describe('the list of screens', () => {
  it('goes from the dashboard to the profile of a role', () => {
    expect(letters(sampleRemotes, { role: 'superadmin' })).toEqual([
      ['dashboard', 'd'],
      ['admin', 'a'],
      ['player', 'p'],
      ['commissionpayoutReport', undefined],
      ['remotes', undefined],
      ['profile', undefined],
    ])
    expect(letters(sampleRemotes, { role: 'admin' })).toEqual([
      ['dashboard', 'd'],
      ['player', 'p'],
      ['profile', undefined],
    ])
  })
  it("gives a letter to the first screen in the menu, and never the dashboard's", () => {
    const preferring = (letter: string) => ({
      ...reports,
      bases: reports.bases.map(base => ({ ...base, shortcut: letter })),
    })
    expect(letters([accounts, preferring('a')], { role: 'superadmin' })).toContainEqual([
      'commissionpayoutReport',
      undefined,
    ])
    expect(letters([accounts, preferring('d')], { role: 'superadmin' })).toContainEqual([
      'commissionpayoutReport',
      undefined,
    ])
    expect(letters([accounts, preferring('c')], { role: 'superadmin' })).toContainEqual(['commissionpayoutReport', 'c'])
  })
  it('has entries from data below their menu entry, marked as such', () => {
    const own = { path: 'player', label: 'All players', group: undefined }
    const found = screensOf(
      sampleRemotes,
      { role: 'admin' },
      {
        player: [own, { path: 'player/x', label: 'X', group: 'admin1' }],
      },
    )
    expect(found[2]).toMatchObject({ path: 'player/x', label: 'X', group: 'Player · admin1', fromData: true })
  })
})
