import { describe, expect, it } from 'vitest'
import { createTree, visitorAs } from '../support/visitor-as'
import { axeViolations } from './axe-violations'

const tree = createTree()

const screens = [
  ...['winpercentage', 'game', 'game/wall', 'onlineplayers', 'gamehistory', 'turnoverreport', 'transactionreport'],
  ...['commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus', 'backups', 'clearhistory'],
]

/** Any heading except that of the screen from which the next one is opened. */
const anyOther = /^(?!Profile$)./

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('game, live and report screens in the %s theme at %i px', (colorScheme, width) => {
  const visitor = visitorAs('admin', { tree, sharesPage: true })

  it.each(screens)('%s has no serious accessibility violations', async path => {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.setViewportSize({ width, height: 844 })
    await visitor.open(path, anyOther)
    expect(await axeViolations(visitor.page)).toEqual([])
  })
})
