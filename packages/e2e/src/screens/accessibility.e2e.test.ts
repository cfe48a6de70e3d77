import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../support/suite'
import { ownTree, visitorAs } from '../support/visitor-as'
import { fund } from '../support/world'
import { axeFaults } from './axe-faults'

const tree = ownTree()

/** Of games, live control, reports and operations. */
const screens = [
  ...['winpercentage', 'game', 'game/wall', 'onlineplayers', 'gamehistory', 'turnoverreport', 'transactionreport'],
  ...['commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus', 'backups', 'clearhistory'],
]

/** Of the screen from which the next one is opened. */
const anyOther = /^(?!Profile$)./

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('outside of accounts, in the %s look, %i px wide', (colorScheme, width) => {
  const visitor = visitorAs('admin', { tree, keepsPage: true })

  it.each(screens)('%s has no serious fault', async path => {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.setViewportSize({ width, height: 844 })
    await visitor.open(path, anyOther)
    expect(await axeFaults(visitor.page)).toEqual([])
  })
})

const lists = [
  ...['admin', 'superareamanager', 'player', 'gift', 'game', 'onlineplayers', 'gamehistory', 'turnoverreport'],
  ...['transactionreport', 'commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus'],
]

describe.each([1440, 1280])('in a window of %i px', width => {
  const visitor = visitorAs('superadmin', { tree, keepsPage: true })
  beforeAll(() => fund(api, visitor.superadmin, 'player', visitor.branch.player._id, 123_456.78))

  it.each(lists)('no column of %s is cut, or lies below the actions', async path => {
    await visitor.page.setViewportSize({ width, height: 900 })
    await visitor.open(path, anyOther)
    await visitor.page.locator('.kit-table[aria-busy=false] .kit-head').waitFor()
    await expect.poll(() => hiddenCells(visitor.page)).toEqual([])
  })

  it('all periods of a report are seen', async () => {
    await visitor.page.setViewportSize({ width, height: 900 })
    const page = await visitor.open('turnoverreport', anyOther)
    await page.getByRole('combobox', { name: 'Period' }).click()
    const list = page.locator('.ant-select-dropdown:visible .rc-virtual-list-holder')
    await list.getByText('Date Range').waitFor()
    expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  })
})

/** Headings and cells that are not seen whole; all of them where the table must be scrolled. */
const hiddenCells = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.kit-body')
    const scrolls = body !== null && body.scrollWidth > body.clientWidth
    const cells = [...document.querySelectorAll('.kit-head th, .kit-row td')]
    return cells.filter(cell => scrolls || cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)
  })
