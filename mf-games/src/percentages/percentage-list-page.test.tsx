import { gameCodes, gamesApi, type Percentage, toPercentageId } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { chooseOption, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, type RecordedCall, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { openPage } from '../testing/open-page'

const rowOf = (adminId: string, gameId: string, gameName: string, winpercentage = 10): Percentage => ({
  id: toPercentageId(adminId, gameId),
  adminId,
  username: `name-of-${adminId}`,
  gameId,
  gameName,
  winpercentage,
})
const rowsOf = (adminId: string) => [
  rowOf(adminId, gameCodes.funTarget, 'Fun Target'),
  rowOf(adminId, gameCodes.bingo, 'Bingo', 12.5),
  rowOf(adminId, gameCodes.lucky10, 'Lucky 10'),
]
const users = [
  { _id: 'admin-id', username: 'admin1' },
  { _id: 'rival-id', username: 'rival' },
]
const noDraws = { draws: [], sums: { stake: 0, paid: 0, kept: 0, instead: { paid: 0, kept: 0 } } }

async function open(options: { role?: 'superadmin' | 'admin'; whatIf?: unknown; set?: unknown } = {}) {
  const { role = 'admin', whatIf = noDraws, set } = options
  const actor = signInAs({ role })
  const stored = new Map<string, number>()
  const backend = fakeBackend(
    on(gamesApi.percentages, ({ params }: RecordedCall<typeof gamesApi.percentages>) => {
      const rows = params.adminId === actor._id && role === 'superadmin' ? [] : rowsOf(params.adminId)
      const data = rows.map(row => ({ ...row, winpercentage: stored.get(row.id) ?? row.winpercentage }))
      return { success: true, data, total: data.length, games: [], users }
    }),
    on(gamesApi.setPercentages, ({ body, params }: RecordedCall<typeof gamesApi.setPercentages>) => {
      if (set) return set
      for (const { id, winpercentage } of 'updates' in body ? body.updates : []) stored.set(id, winpercentage)
      return { success: true, message: 'Updated successfully', data: rowsOf(params.id) }
    }),
    on(liveApi.whatIf, { success: true, data: whatIf }),
  )
  const page = await renderRemote(remote.routes, `/${role}/winpercentage`)
  await screen.findByText('Fun Target')
  const sent = () => backend.callsOf(gamesApi.setPercentages)
  return { backend, sent, ...page }
}
const input = (game: string) => screen.getByLabelText<HTMLInputElement>(`Percentage of ${game}`)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Set Percentage|Updating/ })
async function enter(user: UserEvent, game: string, text: string) {
  await user.clear(input(game))
  if (text) await user.paste(text)
}

describe('the list of percentages', () => {
  it('shows No., ID, Game and Percentage', async () => {
    await open()
    const headers = screen.getAllByRole('columnheader').map(header => header.textContent)
    expect(headers).toEqual(['No.', 'ID', 'Game', 'Percentage'])
    const row = screen.getByText('Bingo').closest('tr') as HTMLElement
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(0, 3).map(cell => cell.textContent)).toEqual(['2', 'name-of-admin-id', 'Bingo'])
    expect(input('Bingo').value).toBe('12.5')
  })

  it('marks changed rows and saves them together, without unchanged ones', async () => {
    const { user, sent } = await open()
    expect(button().disabled).toBe(true)
    await enter(user, 'Fun Target', '15')
    await enter(user, 'Bingo', '20')
    await enter(user, 'Bingo', '12.5')
    await enter(user, 'Lucky 10', 'ten')
    expect(screen.getAllByText('unsaved')).toHaveLength(1)
    expect(screen.getByText('Not a number: it is sent as 0.')).toBeTruthy()
    await user.click(button())
    expect(await screen.findByText('Updated successfully')).toBeTruthy()
    expect(sent()[0]?.params).toEqual({ id: 'admin-id' })
    expect(sent()[0]?.body).toEqual({
      updates: [
        { id: toPercentageId('admin-id', gameCodes.funTarget), winpercentage: 15 },
        { id: toPercentageId('admin-id', gameCodes.lucky10), winpercentage: 0 },
      ],
    })
    await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull())
    await waitFor(() => expect(input('Fun Target').value).toBe('15'))
    expect(button().disabled).toBe(true)
  })

  it.each([
    ['0', 'Must be at least 1'],
    ['100.01', 'At most 100, with two decimals.'],
    ['7.005', 'At most 100, with two decimals.'],
  ])('rejects the percentage %s', async (typed, sentence) => {
    const { user } = await open()
    await enter(user, 'Fun Target', typed)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(button().disabled).toBe(true)
  })

  it('keeps percentages that could not be saved as typed', async () => {
    const { user } = await open({ set: new Response('<html>', { status: 404 }) })
    await enter(user, 'Fun Target', '15')
    await user.click(button())
    expect(await screen.findByText('An error occurred')).toBeTruthy()
    expect(input('Fun Target').value).toBe('15')
  })

  it("shows the server's message for a rejection", async () => {
    const { user } = await open({ set: rejection(503, 'UNAVAILABLE', 'The service is busy. Please try again.') })
    await enter(user, 'Fun Target', '15')
    await user.click(button())
    expect(await screen.findByText('The service is busy. Please try again.')).toBeTruthy()
  })
})

describe('the page of percentages', () => {
  it('shows a superadmin those of the first admin, and a choice of another', async () => {
    const { user, backend, router } = await open({ role: 'superadmin' })
    expect(screen.getAllByText('name-of-admin-id')).toHaveLength(3)
    await chooseOption(user, 'Admin', 'rival')
    expect(await screen.findAllByText('name-of-rival-id')).toHaveLength(3)
    expect(router.state.location.search).toBe('?admin=rival-id')
    expect(backend.callsOf(gamesApi.percentages).at(-1)?.params).toEqual({ adminId: 'rival-id' })
  })

  it('is empty and read-only for a super area manager', async () => {
    await openPage('/superareamanager/winpercentage')
    expect(await screen.findByText('No games available')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Set Percentage' })).toBeNull()
  })
})

describe('the what-if', () => {
  const draw = (number: number) => ({
    drawId: `draw-${number}`,
    drawAt: '2026-01-31T10:00:00.000Z',
    stake: 100,
    result: '7',
    paid: 90,
    kept: 10,
    manual: number === 1,
    instead: number === 1 ? { result: '7', paid: 90, kept: 10 } : { result: '3', paid: 45, kept: 55 },
  })
  const two = {
    draws: [draw(1), draw(2)],
    sums: { stake: 200, paid: 180, kept: 20, instead: { paid: 135, kept: 65 } },
  }
  async function openDrawer(user: UserEvent) {
    await user.click(screen.getByRole('button', { name: 'What if' }))
    return within(await screen.findByRole('dialog'))
  }

  it('uses the typed percentages and says if there are no draws', async () => {
    const { user, backend } = await open()
    await enter(user, 'Bingo', '25')
    const drawer = await openDrawer(user)
    expect(await drawer.findByText('no draws yet')).toBeTruthy()
    expect(drawer.getByText('12.5 % → 25 %')).toBeTruthy()
    expect(drawer.queryByText('Fun Target')).toBeNull()
    expect(backend.callsOf(liveApi.whatIf).map(call => call.query)).toEqual([
      { adminId: 'admin-id', gameId: gameCodes.bingo, winpercentage: '25' },
    ])
  })

  it('shows totals of payouts and kept points, with the differences', async () => {
    const { user } = await open({ whatIf: two })
    const drawer = await openDrawer(user)
    const total = await drawer.findByRole('table', { name: 'Stakes of 600.00' })
    const cells = within(total).getAllByRole('cell')
    const figures = ['540.00', '405.00', '-135.00', '60.00', '195.00', '+135.00']
    expect(cells.map(cell => cell.textContent).filter(Boolean)).toEqual(figures)
    expect(drawer.getAllByText('1 of 2 draws change')).toHaveLength(3)
  })

  it('marks draws that would change', async () => {
    const { user } = await open({ whatIf: two })
    await enter(user, 'Fun Target', '25')
    const drawer = await openDrawer(user)
    const [chosen, other] = (await drawer.findAllByText('100.00')).map(cell => cell.closest('tr'))
    expect(within(chosen!).getByText('7 (manual)')).toBeTruthy()
    expect(chosen!.dataset.changed).toBeUndefined()
    expect(within(other!).getByText('7 → 3')).toBeTruthy()
    expect(within(other!).getByText('+45.00')).toBeTruthy()
    expect(other!.dataset.changed).toBe('true')
  })
})
