import { formatPoints } from '@cascade/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { heading } from '../../support/accounts-screen'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { openPdf, type PrintedPage, save } from '../../support/browser/downloads'
import { api, newSuperadmin, url } from '../../support/suite'
import { type Branch, createBranch, fund } from '../../support/world'

/** More rows than fit on one sheet, in portrait and in landscape. */
const many = 64
const amounts = Array.from({ length: many }, (_, index) => index + 1 + index / 100)
const total = amounts.reduce((sum, points) => sum + Math.round(points * 100), 0) / 100
let superadmin: Session
let branch: Branch

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  for (const points of amounts) await fund(api, superadmin, 'player', branch.player._id, points)
})

async function printFrom(path: string, title: string) {
  const { page, faults } = await visit({ session: superadmin })
  await page.goto(`${url}${path}`)
  await heading(page, title).waitFor()
  const { name, bytes } = await save(page, page.getByRole('button', { name: 'PDF', exact: true }))
  return { name, pages: await openPdf(bytes), page, faults }
}

const find = ({ texts }: PrintedPage, text: string) => texts.filter(each => each.text === text)
const has = (page: PrintedPage, text: string) => find(page, text).length > 0

function expectComplete(pages: readonly PrintedPage[], headings: readonly string[]) {
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, page] of pages.entries()) {
    expect(headings.filter(title => !has(page, title))).toEqual([])
    expect(has(page, `Page ${at + 1} of ${pages.length}`)).toBe(true)
    expect(page.texts.filter(({ left, right }) => left < 30 || right > page.width - 30)).toEqual([])
    const overlapping = page.texts.filter(({ left, top }) =>
      page.texts.some(other => Math.abs(other.top - top) < 1 && other.left < left && other.right > left + 0.5),
    )
    expect(overlapping).toEqual([])
  }
  const last = pages.at(-1)!
  for (const label of ['Sum', 'Name', 'Date', 'Signature']) expect([label, has(last, label)]).toEqual([label, true])
}

const numbersOf = (pages: readonly PrintedPage[]) =>
  pages.flatMap(page => {
    const right = find(page, 'No')[0]!.right
    return page.texts.filter(each => Math.abs(each.right - right) < 1 && /^\d+$/.test(each.text)).map(each => each.text)
  })
const under = (pages: readonly PrintedPage[], title: string) =>
  pages.flatMap(page => {
    const head = find(page, title)[0]!
    return page.texts
      .filter(({ right, top }) => Math.abs(right - head.right) < 1 && top > head.top)
      .map(({ text }) => text)
  })

describe('PDF export', () => {
  it('saves a statement with both balances, every entry and a signature block, and prints it in a permitted frame', async () => {
    const { username, _id } = branch.player
    const { name, pages, page, faults } = await printFrom(
      `/superadmin/player/statement/${_id}`,
      `Statement of ${username}`,
    )
    expect(name).toBe(`Statement ${username}.pdf`)
    expectComplete(pages, ['No', 'Date & Time', 'With', 'Amount', 'Balance', 'Note', 'Transaction ID', 'By'])
    expect(numbersOf(pages)).toEqual(amounts.map((_, index) => String(index + 1)))
    expect(under(pages, 'Amount')).toEqual([...[...amounts].reverse(), total].map(formatPoints))
    const [first] = pages
    const left = (text: string) => find(first!, text)[0]?.left
    expect(left('0.00')).toBe(left('Opening balance'))
    expect(find(first!, formatPoints(total)).some(each => each.left === left('Closing balance'))).toBe(true)
    expect(has(first!, username)).toBe(true)
    expect(has(first!, `${superadmin.user.username} (Super Admin)`)).toBe(true)

    await page.getByRole('button', { name: 'Print or PDF' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.locator('.kit-paper-frame').waitFor({ state: 'attached' })
    await expect.poll(() => page.frames().some(frame => frame.url().startsWith('blob:'))).toBe(true)
    expect(faults).toEqual([])
  })

  it('prints a wide report in landscape without clipping and remembers the chosen paper size', async () => {
    const path = `/superadmin/transactionreport?user=${branch.player.username}`
    const { pages, page } = await printFrom(path, 'Transaction Report')
    const headings = ['No', 'Transaction ID', 'User', 'Recipient', 'Credit', 'Debit', 'Transaction Message', 'Status']
    expectComplete(pages, [...headings, 'Created Date', 'By'])
    expect(numbersOf(pages)).toHaveLength(many)
    expect(under(pages, 'Credit')).toEqual([...[...amounts].reverse(), total].map(formatPoints))
    expect(has(pages[0]!, branch.player.username)).toBe(true)
    expect(pages[0]!.width).toBeGreaterThan(pages[0]!.height)

    const button = page.getByRole('button', { name: 'Print or PDF' })
    const before = pages[0]!.width
    await button.click()
    await save(page, page.getByRole('menuitem', { name: before > 800 ? 'on Letter' : 'on A4' }))
    await page.reload()
    const { bytes } = await save(page, page.getByRole('button', { name: 'PDF', exact: true }))
    const [other] = await openPdf(bytes)
    expect([Math.round(before), Math.round(other!.width)].sort()).toEqual([792, 842])
  })
})
