import { expect, it } from 'vitest'
import { visitorAs } from '../support/visitor-as'
import { axeFaults } from './axe-faults'

const visitor = visitorAs('admin')

/** Of games, live, reports and operations. */
const screens = [
  ...['winpercentage', 'game', 'game/wall', 'onlineplayers', 'gamehistory', 'turnoverreport', 'transactionreport'],
  ...['commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus', 'backups', 'clearhistory'],
]

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)(
  'no screen outside of accounts has a serious fault in the %s look, %i px wide',
  async (colorScheme, width) => {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.setViewportSize({ width, height: 844 })
    const faults: Record<string, string[]> = {}
    for (const path of screens) {
      await visitor.open(path)
      await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
      const found = await axeFaults(visitor.page)
      if (found.length > 0) faults[path] = found
    }
    expect(faults).toEqual({})
  },
)
