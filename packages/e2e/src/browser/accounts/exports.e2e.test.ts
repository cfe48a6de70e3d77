import { accountApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { heading } from '../../support/accounts-screen'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { type Cell, openWorkbook, parseCsv, save } from '../../support/browser/downloads'
import { api, newSuperadmin, url } from '../../support/suite'
import { type Branch, createAccount, createBranch, fund } from '../../support/world'

// Columns and cell formats are tested with each list; these tests cover the files that the browser saves.

/** More than one page of 10 rows. */
const many = 11
let superadmin: Session
let branch: Branch

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const players: Awaited<ReturnType<typeof createAccount>>[] = []
  while (players.length < many) players.push(await createAccount(api, superadmin, 'player', branch.master._id))
  for (const [index, player] of players.entries())
    await fund(api, superadmin, 'player', player._id, 10 + index + index / 100)
})

async function exportFrom(username: string, path: string, title: string) {
  const { page } = await visit({ session: await api.login(username) })
  await page.goto(`${url}${path}`)
  await heading(page, title).waitFor()
  const exportButton = page.getByRole('button', { name: /Export$/ })
  return { page, exportButton, ...(await save(page, exportButton)) }
}

const text = (cell: Cell) => (cell === undefined ? '' : cell.v)

describe('playersList.xlsx', () => {
  it('contains every row of the list or of its search, with points as numbers', async () => {
    const { page, exportButton, name, bytes } = await exportFrom(
      branch.master.username,
      '/master/player?page=2',
      'Player',
    )
    const { sheets, header, rows } = openWorkbook(bytes)
    expect([name, sheets]).toEqual(['playersList.xlsx', ['player']])
    expect(header).toEqual(['UserName', 'Refer ID', 'Unique Id', 'Points', 'Is Online', 'Last Login'])
    const accounts = (await api.call(accountApi.player.list, await api.login(branch.master.username))).data
    expect(accounts.length).toBeGreaterThan(10)
    const usernames = rows.map(row => text(row[0]))
    expect([...usernames].sort()).toEqual(accounts.map(account => account.username).sort())
    const stored = usernames.map(username => accounts.find(account => account.username === username))
    const points = rows.map(row => row[3])
    expect(points.map(cell => cell?.v)).toEqual(stored.map(account => account?.walletBalance))
    expect(new Set(points.map(cell => `${cell?.t} ${cell?.z}`))).toEqual(new Set(['n 0.00']))

    const [searched] = accounts
    await page
      .getByRole('searchbox')
      .first()
      .fill(searched?.uniqueId ?? '')
    await page.getByRole('link', { name: searched?.username ?? '', exact: true }).waitFor()
    await expect.poll(() => page.locator('tr.kit-row').count()).toBe(1)
    const found = openWorkbook((await save(page, exportButton)).bytes)
    expect(found.rows.map(row => [text(row[0]), row[3]?.v])).toEqual([[searched?.username, searched?.walletBalance]])
  })
})

describe('logs.csv', () => {
  it('contains every entry, hides loopback addresses and escapes formulas', async () => {
    const area = await api.login(branch.areamanager.username)
    // Subjects come from a fixed list; the request URL is free text from the browser.
    const addresses = [
      '=cmd|calc',
      '+1',
      '-1',
      '@x',
      'a "quoted", text',
      ...Array.from({ length: many }, (_, i) => `/${i}`),
    ]
    for (const requestUrl of addresses) {
      const body = { subject: 'Export', requestUrl, method: 'GET' }
      const { status } = await api.send('POST', '/logs/logUserActivity', { token: area.token, body })
      expect(status).toBe(201)
    }
    const list = async () => (await api.call(reportsApi.logs, area)).data.map(row => row.requestUrl)
    await expect.poll(list).toEqual(expect.arrayContaining(addresses))
    const path = '/areamanager/logactivities'
    const { name, bytes } = await exportFrom(branch.areamanager.username, path, 'Log Activities')
    const [header, ...rows] = parseCsv(bytes.toString('utf8'))
    expect(name).toBe('logs.csv')
    expect(header).toEqual(['Username', 'Subject', 'URL', 'Method', 'IP Address', 'Created At'])
    const written = rows.map(row => row[2])
    for (const address of addresses) expect(written).toContain(/^[=+\-@]/.test(address) ? `'${address}` : address)
    expect(rows.length).toBe((await list()).length)
    expect(rows.map(row => row[4])).not.toContain('::1')
    for (const row of rows) expect(row[5]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/)
  })
})
