import { exampleOf } from '@cascade/contracts'
import { reportsApi, weekRowExample } from '@cascade/contracts/reports'
import { formatDate } from '@cascade/ui-kit'
import { on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'
import { setWidth, widen } from '../testing/widen'
import { mondayOf } from './calls'

const url = '/admin/week'
const example = exampleOf(reportsApi.weekSheet).response
const account = { _id: 'id-admin', username: 'admin1', role: 'admin' as const }
const child = { _id: 's1', username: 'superareamanager1', role: 'superareamanager' as const }
const thisMonday = mondayOf(formatDate(new Date()))
const weeksAgo = (count: number) =>
  new Date(Date.parse(`${thisMonday}T00:00:00Z`) - count * 7 * 86_400_000).toISOString().slice(0, 10)
const lossDay = { play: 10, win: 40.5, end: -30.5, commission: 0, net: -30.5 }
const [played = lossDay, , ...idle] = weekRowExample.days
const rows = [
  weekRowExample,
  { ...weekRowExample, userId: 's2', username: 'quiet', days: [played, lossDay, ...idle], hasChildren: false },
]

const daysFrom = (monday: string) =>
  Array.from({ length: 7 }, (_, at) =>
    new Date(Date.parse(`${monday}T00:00:00Z`) + at * 86_400_000).toISOString().slice(0, 10),
  )
const weeks = on(reportsApi.weekSheet, ({ query }: RecordedCall) => {
  const from = query.from ?? thisMonday
  const path = query.userId ? [account, child] : [account]
  return {
    ...example,
    account: path.at(-1),
    path,
    total: 2,
    data: { ...example.data, from, days: daysFrom(from), rows },
  }
})

const cellsOf = (row: HTMLElement | undefined) =>
  within(row!)
    .getAllByRole('cell')
    .map(cell => cell.textContent)
const linesOf = async () => {
  await screen.findByText('quiet')
  return [...document.querySelectorAll<HTMLElement>('tr.kit-row')]
}
const open = async (address = `${url}?from=2026-01-05`) => {
  const page = await openPage(address, weeks)
  await screen.findByText('quiet')
  return { ...page, queries: () => page.backend.callsOf(reportsApi.weekSheet).map(({ query }) => query) }
}

beforeEach(widen)

describe('the week', () => {
  it('shows points by day and week, cash apart from them, and a row of sums', async () => {
    await open()
    const headings = screen
      .getAllByRole('columnheader')
      .map(heading => [heading.textContent, heading.getAttribute('aria-colspan')])
    expect(headings.slice(0, 3)).toEqual([
      ['', '1'],
      ['Points', '8'],
      ['Cash', '4'],
    ])
    const days = ['Mon 05', 'Tue 06', 'Wed 07', 'Thu 08', 'Fri 09', 'Sat 10', 'Sun 11']
    const titles = ['Account', ...days, 'Week', 'Opening', 'Paid', 'Settled', 'Closing']
    expect(headings.slice(3).map(([title]) => title)).toEqual(titles)
    const [first, , sums] = await linesOf()
    const figures = ['90.00', ...Array<string>(6).fill('0.00'), '90.00', '1,250.00', '-250.00', '0.00', '1,000.00']
    expect(cellsOf(first)).toEqual(['superareamanager1', ...figures])
    expect(cellsOf(sums)).toEqual(['Sum', ...figures])
    expect(screen.getByText('2026-01-05 – 2026-01-11')).toBeTruthy()
    expect(screen.getByText(/Books verified up to/)).toBeTruthy()
  })

  it('shows play, win or commission instead of net', async () => {
    const { user, router } = await open()
    for (const [name, amount] of [
      ['Play', '10.00'],
      ['Win', '40.50'],
      ['Commission', '0.00'],
      ['Net', '-30.50'],
    ] as const) {
      await user.click(screen.getByText(name))
      await waitFor(async () => expect(cellsOf((await linesOf())[1])[2]).toBe(amount))
    }
    expect(router.state.location.search).toBe('?from=2026-01-05')
  })

  it('leads from an amount to the bets behind it, and not from an idle day', async () => {
    await open()
    const lines = await linesOf()
    const links = lines.map(line => within(line).queryAllByRole('link'))
    expect(links.map(each => each.map(link => link.getAttribute('href')))).toEqual([
      [
        '/admin/week?from=2026-01-05&userId=s1',
        '/admin/gamehistory?user=superareamanager1&tdate=2026-01-05',
        '/admin/gamehistory?user=superareamanager1&preset=8&startDate=2026-01-05&endDate=2026-01-11',
      ],
      [
        '/admin/gamehistory?user=quiet&tdate=2026-01-05',
        '/admin/gamehistory?user=quiet&tdate=2026-01-06',
        '/admin/gamehistory?user=quiet&preset=8&startDate=2026-01-05&endDate=2026-01-11',
      ],
      [],
    ])
    const [loss] = screen.getAllByRole('link', { name: '-30.50, bets of quiet 2026-01-06' })
    expect(loss?.dataset.tip).toBe(
      'Play 10.00 · Win 40.50 · End -30.50 · Commission 0.00 · Net -30.50'.replaceAll(/([a-z]) /g, '$1\u00a0'),
    )
  })

  it('of an account below keeps the week and climbs back', async () => {
    const { user, queries } = await open()
    await user.click(screen.getByRole('link', { name: 'superareamanager1' }))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ userId: 's1', from: '2026-01-05' }))
    const path = within(await screen.findByRole('navigation', { name: 'Accounts above' }))
    await user.click(path.getByRole('link', { name: /admin1/ }))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Accounts above' })).toBeNull())
  })
})

describe('the choice of a week', () => {
  it('moves by arrow keys and buttons, back to this week, and never beyond', async () => {
    const { user, queries, router } = await open(url)
    expect(queries()[0]).not.toHaveProperty('from')
    await user.keyboard('{ArrowRight}{ArrowLeft}')
    await waitFor(() => expect(queries().at(-1)?.from).toBe(weeksAgo(1)))
    await screen.findByText(new RegExp(`^${weeksAgo(1)} –`))
    await user.click(screen.getByRole('button', { name: 'Previous week' }))
    await screen.findByText(new RegExp(`^${weeksAgo(2)} –`))
    await user.keyboard('{ArrowRight}')
    await screen.findByText(new RegExp(`^${weeksAgo(1)} –`))
    await user.click(screen.getByRole('button', { name: 'This week' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await screen.findByText(new RegExp(`^${thisMonday} –`))
    expect(screen.getByRole('button', { name: 'Next week' })).toHaveProperty('disabled', true)
    const sunday = daysFrom(thisMonday).at(-1)
    const link = screen.getByRole('link', { name: 'Settlements' })
    expect(link.getAttribute('href')).toBe(`/admin/settlements?userId=id-admin&period=${sunday}`)
  })

  it('takes the week of any day, and leaves the arrow keys to fields', async () => {
    const { user, queries } = await open(url)
    const field = screen.getByLabelText('Week of a day')
    await user.clear(field)
    await user.type(field, '2026-01-08{Enter}')
    await waitFor(() => expect(queries().at(-1)?.from).toBe('2026-01-05'))
    const { length } = queries()
    await user.click(screen.getByRole('searchbox'))
    await user.keyboard('{ArrowLeft}{ArrowRight}')
    expect(queries()).toHaveLength(length)
  })
})

describe('the week on a phone', () => {
  it('has a card for each account with a bar for each day, and the sums in a sheet', async () => {
    setWidth(390)
    const { user } = await open()
    const card = (await screen.findByText('quiet')).closest('button')
    expect(card?.textContent).toBe('quiet90.0090Mon-30.5Tue0Wed0Thu0Fri0Sat0SunCash 1,250.00 → 1,000.00')
    const bars = [...card!.querySelectorAll<HTMLElement>('.reports-week-bars > span')]
    expect(bars.map(({ dataset }) => dataset.negative)).toEqual([undefined, 'true', ...Array(5).fill(undefined)])
    await user.click(screen.getByRole('button', { name: 'Sums' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('Cash: Closing').nextElementSibling?.textContent).toBe('1,000.00')
  })
})
