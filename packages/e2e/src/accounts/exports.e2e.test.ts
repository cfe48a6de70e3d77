import { accountApi, childrenApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { reportsApi } from '@cascade/contracts/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { heading } from '../support/accounts-screen'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { type Cell, openWorkbook, parseCsv, save } from '../support/browser/downloads'
import { api, newSuperadmin, url } from '../support/suite'
import { type Branch, createAccount, createBranch, fund, uniqueNumber } from '../support/world'

/** More than one page of ten. */
const many = 11
/** Last name of the admins of this file: a superadmin's list holds those of all tests. */
const family = `Export${uniqueNumber()}`
let superadmin: Session
let branch: Branch

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const rows = Array.from({ length: many }, (_, index) => index)
  const players = await Promise.all(rows.map(() => createAccount(api, superadmin, 'player', branch.master._id)))
  await Promise.all(rows.map(() => createAccount(api, superadmin, 'superareamanager', branch.admin._id)))
  const [admin] = await Promise.all(
    rows.map(() => createAccount(api, superadmin, 'admin', superadmin.user._id, { lastName: family })),
  )
  await fund(api, superadmin, 'superareamanager', branch.superareamanager._id, 1234.5)
  await fund(api, superadmin, 'admin', admin?._id ?? '', 0.07)
  for (const [index, player] of players.entries())
    await fund(api, superadmin, 'player', player._id, 10 + index + index / 100)
})

async function exportFrom(username: string, path: string, title: string) {
  const { page } = await visit({ session: await api.login(username) })
  await page.goto(`${url}${path}`)
  await heading(page, title).waitFor()
  return save(page, page.getByRole('button', { name: /Export$/ }))
}

const text = (cell: Cell) => (cell === undefined ? '' : cell.v)
const asDate = (cell: Cell) => {
  expect(cell?.v).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  return new Date(String(cell?.v)).getTime()
}
const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000) * 1000
/** Numbers that a spreadsheet can add, shown with two decimals. */
function expectPoints(cells: Cell[], values: readonly number[]) {
  expect(cells.map(cell => cell?.t)).toEqual(values.map(() => 'n'))
  expect(cells.map(cell => cell?.z)).toEqual(values.map(() => '0.00'))
  expect(cells.map(cell => cell?.v)).toEqual(values)
}

type ListCase = {
  file: string
  sheet: string
  title: () => string
  who: () => string
  path: () => string
  header: string[]
  widths: number[]
  rows: () => Promise<Awaited<ReturnType<typeof adminsOf>>>
}
const adminsOf = async () => (await api.call(accountApi.admin.list, superadmin, { query: { q: family } })).data
const inOrder = ['UserName', 'Refer ID'] as const

const lists: ListCase[] = [
  {
    file: 'AdminsList.xlsx',
    sheet: 'Admins',
    title: () => 'Admin',
    who: () => superadmin.user.username,
    path: () => `/superadmin/admin?q=${family}`,
    header: [...inOrder, 'Unique ID', 'Points', 'Games', 'Date & Time'],
    widths: [30, 30, 20, 15, 40, 25],
    rows: adminsOf,
  },
  {
    file: 'superareamanagerList.xlsx',
    sheet: 'Super Area Manager',
    title: () => 'Super Area Manager',
    who: () => branch.admin.username,
    path: () => '/admin/superareamanager?page=2',
    header: [...inOrder, 'Unique ID', 'Points', 'Date & Time'],
    widths: [30, 30, 20, 15, 25],
    rows: async () => (await api.call(accountApi.superareamanager.list, await api.login(branch.admin.username))).data,
  },
  {
    file: 'SuperDistributorsList.xlsx',
    sheet: 'Super Area Manager',
    title: () => branch.admin.username,
    who: () => superadmin.user.username,
    path: () => `/superadmin/admin/players/details/${branch.admin._id}`,
    header: [...inOrder, 'Unique ID', 'Points', 'Date & Time'],
    widths: [30, 30, 20, 15, 25],
    rows: async () =>
      (await api.call(childrenApi.admin.list, superadmin, { params: { parentId: branch.admin._id } })).data,
  },
  {
    file: 'playersList.xlsx',
    sheet: 'player',
    title: () => 'Player',
    who: () => branch.master.username,
    path: () => '/master/player',
    header: [...inOrder, 'Unique Id', 'Points', 'Is Online', 'Last Login'],
    widths: [30, 30, 20, 15, 20, 25],
    rows: async () => (await api.call(accountApi.player.list, await api.login(branch.master.username))).data,
  },
]

describe.each(lists)('$file', expected => {
  it('has the sheet, headings, widths and every row of the list', async () => {
    const { name, bytes } = await exportFrom(expected.who(), expected.path(), expected.title())
    const { sheets, header, widths, rows } = openWorkbook(bytes)
    expect(name).toBe(expected.file)
    expect(sheets).toEqual([expected.sheet])
    expect(header).toEqual(expected.header)
    expect(widths).toEqual(expected.widths)

    const accounts = await expected.rows()
    expect(accounts.length).toBeGreaterThan(10)
    const at = (title: string) => rows.map(row => row[expected.header.indexOf(title)])
    const usernames = at('UserName').map(text)
    expect([...usernames].sort()).toEqual(accounts.map(account => account.username).sort())
    const stored = usernames.map(username => accounts.find(account => account.username === username) ?? accounts[0])
    expectPoints(
      at('Points'),
      stored.map(account => account?.walletBalance ?? Number.NaN),
    )
    expect(at('Refer ID').map(text)).toEqual(stored.map(account => account?.refId?.username))
    expect(at(expected.header[2] ?? '').map(text)).toEqual(stored.map(account => account?.uniqueId))
    const dates = at(expected.header.at(-1) ?? '').map(asDate)
    expect(dates).toEqual(stored.map(account => seconds(account?.createdAt ?? '')))
    if (expected.header.includes('Games'))
      expect(at('Games').map(text)).toEqual(
        stored.map(account =>
          account?.allGames ? 'All games' : account?.games?.map(game => game.gameName).join(', '),
        ),
      )
    if (expected.header.includes('Is Online')) expect(new Set(at('Is Online').map(text))).toEqual(new Set(['Offline']))
  })
})

it('writes the rows of the search and no others', async () => {
  // By the unique id: `superareamanager1` would find `superareamanager12` as well.
  const { username, uniqueId } = branch.superareamanager
  const path = `/admin/superareamanager?q=${uniqueId}`
  const { bytes } = await exportFrom(branch.admin.username, path, 'Super Area Manager')
  expect(openWorkbook(bytes).rows.map(row => [text(row[0]), row[3]?.v])).toEqual([[username, 1234.5]])
})

it('GamesList.xlsx has every game', async () => {
  const { name, bytes } = await exportFrom(superadmin.user.username, '/superadmin/gamemaster', 'Game Master')
  const { sheets, header, widths, rows } = openWorkbook(bytes)
  expect([name, sheets]).toEqual(['GamesList.xlsx', ['Games']])
  expect(header).toEqual(['Game ID', 'Game Name', 'No. of Digits', 'Status', 'Publisher', 'Release Date'])
  expect(widths).toEqual([20, 20, 20, 20, 20, 25])
  const { data } = await api.call(gamesApi.list, superadmin)
  expect(data.length).toBeGreaterThan(10)
  const byId = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]))
  const stored = data.map(game => [
    game.gameId,
    game.gameName,
    game.nodigit,
    game.status,
    game.publisher,
    game.releaseDate,
  ])
  expect(rows.map(row => row.map(text)).sort(byId)).toEqual(stored.sort(byId))
  expect(new Set(rows.map(row => row[2]?.t))).toEqual(new Set(['n']))
})

it('TransactionsList.xlsx has every operation, with numbers in Credit and Debit', async () => {
  const master = await api.login(branch.master.username)
  const [taken] = (await api.call(accountApi.player.list, master)).data
  const back = { toUserId: taken?._id ?? '', adjustAmount: 1.25, transactionType: 'credit', password: 'cascade-demo' }
  await fund(api, superadmin, 'player', back.toUserId, 5)
  await api.call(accountApi.player.adjust, master, { body: back as never })

  const path = '/master/transactionreport'
  // The report hears of operations through events.
  const list = async () => (await api.call(reportsApi.transactions, master)).data
  await expect.poll(async () => (await list()).length).toBe(many + 2)
  const { name, bytes } = await exportFrom(branch.master.username, path, 'Transaction Report')
  const { sheets, header, widths, rows } = openWorkbook(bytes)
  expect([name, sheets]).toEqual(['TransactionsList.xlsx', ['Transactions']])
  const people = ['User', 'Recipient', 'Credit', 'Debit']
  expect(header).toEqual(['No', 'Transaction ID', ...people, 'Transaction Message', 'Status', 'Created Date', 'By'])
  expect.soft(widths).toEqual([20, 20, 30, 30, 15, 15, 20, 20, 25, 30])
  const stored = await list()
  expect(rows.map(row => text(row[1])).sort()).toEqual(stored.map(row => row._id).sort())
  expect(rows.map(row => row[0]?.v)).toEqual(rows.map((_, index) => index + 1))
  for (const row of rows) {
    const found = stored.find(each => each._id === row[1]?.v)
    const { userId, toUserId, by } = found ?? {}
    expect([row[2]?.v, row[3]?.v, row[7]?.v, row[9]?.v]).toEqual([userId, toUserId, 'completed', by?.username])
    expect(asDate(row[8])).toBe(seconds(found?.createdAt ?? ''))
    const isCredit = (found?.amount ?? 0) > 0
    expectPoints([row[isCredit ? 4 : 5]], [found?.amount ?? Number.NaN])
    expect(row[isCredit ? 5 : 4]).toBeUndefined()
  }
  expect(rows.filter(row => row[5]?.v === -1.25)).toHaveLength(1)
})

it('logs.csv has every entry, hides the loopback address and no entry can be a formula', async () => {
  const area = await api.login(branch.areamanager.username)
  // Subjects are a list of ours; what a browser may write freely is the address that it names.
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
  for (const row of rows) expect(row[5]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
})
