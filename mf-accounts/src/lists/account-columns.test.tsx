import { toExportColumns } from '@cascade/ui-kit/data'
import { describe, expect, it } from 'vitest'
import { levels } from '../levels'
import { textsOfLevels } from '../testing/level-texts'
import { makeAccount } from '../testing/make-account'
import { texts } from '../texts'
import { accountColumns } from './account-columns'

const columnsOf = (level: keyof typeof levels) =>
  toExportColumns(
    accountColumns({
      level: levels[level],
      address: () => '',
      text: texts.text,
      isPast: false,
      listed: { listed: { scope: { role: level }, params: { page: 1, size: 10 } } },
      actions: () => null,
    }),
  )

const widthOf: Readonly<Record<string, number>> = {
  UserName: 30,
  'Refer ID': 30,
  Points: 15,
  Games: 40,
  'Date & Time': 25,
  'Last Login': 25,
}

describe('export sheets', () => {
  it.each(textsOfLevels)('have the name and the headings of the list of %s', (level, { sheet, columns }) => {
    expect(levels[level].export || undefined).toEqual(sheet)
    expect(columnsOf(level).map(({ title }) => title)).toEqual(columns.slice(1, -1))
    for (const { title, width } of columnsOf(level)) expect([title, width]).toEqual([title, widthOf[title]])
  })

  it('have another name for super area managers below an admin', () => {
    const { childExport } = levels.superareamanager
    expect(childExport).toEqual({ file: 'SuperDistributorsList.xlsx', sheet: 'Super Area Manager' })
  })

  it('have the values of the list: numeric points, game names, presence', () => {
    const game = { _id: 'g1', gameId: 'x', gameName: 'Fun Target' }
    const cells = (level: keyof typeof levels, account = makeAccount()) =>
      columnsOf(level).map(column => column.value(account, 0))
    expect(cells('player')).toEqual(['player1', 'parent1', 'K7Q2M9XB', 1234.5, 'Offline', '2026-01-05T10:00:00.000Z'])
    const admin = makeAccount({ role: 'admin', refId: null, games: [game, { ...game, gameName: 'Bingo' }] })
    expect(cells('admin', admin)).toEqual([
      'admin1',
      'N/A',
      'K7Q2M9XB',
      1234.5,
      'Fun Target, Bingo',
      '2026-01-05T10:00:00.000Z',
    ])
    expect(cells('admin', makeAccount({ role: 'admin', allGames: true }))[4]).toBe('All games')
  })
})
