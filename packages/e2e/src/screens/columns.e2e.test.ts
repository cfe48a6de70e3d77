import { accountApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { api } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'
import { fund } from '../support/world'

const tree = createTree()

/** Any heading except that of the screen from which the next one is opened. */
const anyOther = /^(?!Profile$)./

const lists = [
  ...['admin', 'superareamanager', 'player', 'gift', 'gamemaster', 'onlineplayers', 'gamehistory', 'turnoverreport'],
  ...['transactionreport', 'commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus'],
]

/** Creates rows with the widest content: large credits and debits, and a processed message. */
async function fillLists(superadmin: Session, toUserId: string) {
  await fund(api, superadmin, 'player', toUserId, 123_456.78)
  const back = { toUserId, adjustAmount: 123_456.78, password: demoPassword } as never
  await api.call(accountApi.player.adjust, superadmin, { body: back })
  const message = {
    enquiryType: 'Payment',
    fullName: 'Bartholomew Featherstonehaugh',
    email: 'bartholomew.featherstonehaugh@example.com',
    mobile: '+91 98765 43210',
    complaintDetails: 'Where is my win?',
  }
  const { data } = (await api.send('POST', '/complaint', { body: message })).body as { data: { _id: string } }
  const params = { id: data._id }
  await api.call(reportsApi.setComplaintStatus, superadmin, { params, body: { status: 'Completed' } })
}

describe.each([1440, 1280])('lists in a window of %i px', width => {
  const visitor = visitorAs('superadmin', { tree, sharesPage: true })
  beforeAll(() => fillLists(visitor.superadmin, visitor.branch.player._id))

  it.each(lists)('%s has no clipped column and no broken word', async path => {
    await visitor.page.setViewportSize({ width, height: 900 })
    await visitor.open(path, anyOther)
    await visitor.page.locator('.kit-table[aria-busy=false] .kit-head').waitFor()
    await expect.poll(() => hiddenCells(visitor.page)).toEqual([])
    expect(await brokenWords(visitor.page)).toEqual([])
  })

  it('the period dropdown of a report shows all options', async () => {
    await visitor.page.setViewportSize({ width, height: 900 })
    const page = await visitor.open('turnoverreport', anyOther)
    await page.getByRole('combobox', { name: 'Period' }).click()
    const choice = page.locator('.ant-select-item-option').filter({ hasText: 'Date Range' })
    await choice.waitFor()
    // Visible inside the dropdown, which clips its overflow.
    const isVisible = () =>
      choice.evaluate(option => {
        const { left, bottom } = option.getBoundingClientRect()
        return option.contains(document.elementFromPoint(left + 20, bottom - 4))
      })
    await expect.poll(isVisible).toBe(true)
  })
})

/** Clipped headings and cells; all of them if the table scrolls horizontally. */
const hiddenCells = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.kit-body')
    const scrolls = body !== null && body.scrollWidth > body.clientWidth
    const cells = [...document.querySelectorAll('.kit-head th, .kit-row td')]
    return cells.filter(cell => scrolls || cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)
  })

const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('.kit-row td')]
    const texts = cells.flatMap(cell => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const nodes: Node[] = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return nodes
    })
    return texts.flatMap(node =>
      [...(node.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [word] : []
      }),
    )
  })
