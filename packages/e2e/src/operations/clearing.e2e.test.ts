import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import type { ClearModel } from '@cascade/contracts/reports'
import { masterDescription } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { makeQuickGame } from '../support/quick-game'
import { api, url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'
import { fund } from '../support/world'

const nothing = 'No history found for this game.'
const patience = { timeout: 90_000, interval: 300 }

const resultOf = ({ resultNo, booster }: HistoryRow) =>
  booster && booster > 1 ? `${resultNo} (${booster}X)` : String(resultNo)

describe('clearing the history of an admin', () => {
  const visitor = visitorAs('admin', { fund: 1_000 })
  let player: Session
  let gameId: string

  beforeAll(async () => {
    const { superadmin, branch } = visitor
    const digits = masterDescription(gameCodes.funTarget) as GameDescription
    const game = await makeQuickGame(api, superadmin, 'Cleared', digits)
    gameId = game.gameId
    const body = { games: [game._id] } as never
    await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
    await fund(api, superadmin, 'player', branch.player._id, 100)
    player = await api.login(branch.player.username)
  }, 240_000)

  const ticketsOf = async (session: Session) =>
    (await api.call(liveApi.history, session, { query: { userId: visitor.branch.player._id } })).data

  async function playTicket(): Promise<HistoryRow> {
    const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 5 }] }
    const { ticketId } = await vi.waitFor(
      async () => (await api.call(liveApi.createBet, player, { body })).data,
      patience,
    )
    return vi.waitFor(async () => {
      const row = (await ticketsOf(visitor.superadmin)).find(each => each.ticketId === ticketId)
      if (!row || row.resultNo === null) throw new Error('not settled yet')
      return row
    }, patience)
  }

  /** Clears all rows of a model through the page, with the confirmation. */
  async function clear(model: ClearModel) {
    const page = await visitor.open('clearhistory', 'Clear History')
    await page.getByLabel('Start Date').fill('2026-01-01')
    await page.keyboard.press('Enter')
    await page.getByLabel('End Date').fill('2099-12-31')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: model, exact: true }).check()
    await page.getByRole('button', { name: 'Clear records' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('cell', { name: model, exact: true }).first().waitFor()
  }

  const rowOf = (page: Page) =>
    page.locator('.kit-table').getByRole('row').filter({ hasText: visitor.branch.player.username })

  /** Reopens the bet list until it shows the expected text: a clearing takes a moment to arrive there. */
  const waitForBetList = (look: (page: Page) => Promise<(string | undefined)[]>, expected: string) =>
    expect
      .poll(async () => {
        const page = await visitor.open('gamehistory', 'Bet List')
        await rowOf(page).or(page.getByText(nothing)).first().waitFor()
        return look(page)
      }, patience)
      .toContain(expected)

  /** First line of each cell; the second line of a result is the draw number. */
  const cellsIn = async (page: Page) =>
    (await rowOf(page).first().getByRole('cell').allInnerTexts()).map(cell => cell.split('\n')[0])
  const linesIn = async (page: Page) => {
    await rowOf(page).first().getByRole('button', { name: /^View/ }).click()
    const dialog = page.getByRole('dialog')
    const line = dialog.getByRole('row', { name: /^1 7 5 5\.00/ })
    const none = dialog.getByText('No ticket data available.')
    await line.or(none).waitFor()
    return none.allInnerTexts()
  }

  it('hides results, ticket lines and tickets from the whole subtree, and keeps later bets visible', {
    timeout: 300_000,
  }, async () => {
    const ticket = await playTicket()
    await waitForBetList(cellsIn, resultOf(ticket))
    await clear('result')
    await waitForBetList(cellsIn, 'Pending')

    await clear('draw')
    await waitForBetList(linesIn, 'No ticket data available.')

    await clear('ticket')
    await waitForBetList(page => page.getByText(nothing).allInnerTexts(), nothing)
    expect(visitor.faults).toEqual([])

    expect(await ticketsOf(await api.login(visitor.branch.master.username))).toEqual([])
    expect(await ticketsOf(visitor.superadmin)).toContainEqual(ticket)
    const { page } = await visit({ session: visitor.superadmin })
    await page.goto(`${url}/superadmin/gamehistory?userId=${visitor.branch.player._id}`)
    await rowOf(page).first().waitFor()

    const later = await playTicket()
    const visible = await ticketsOf(visitor.user)
    expect(visible.map(({ ticketId }) => ticketId)).toEqual([later.ticketId])
    await waitForBetList(cellsIn, resultOf(later))
  })
})
