import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import { type ClearModel, reportsApi } from '@cascade/contracts/reports'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickTable } from '../support/quick-table'
import { api } from '../support/suite'
import type { Branch } from '../support/world'

const patience = { timeout: 90_000, interval: 300 }
let superadmin: Session
let branch: Branch
let admin: Session
let player: Session
let gameId: string

beforeAll(async () => {
  ;({ superadmin, branch, admin, player, gameId } = await makeQuickTable('Cleared', 100))
}, 240_000)

const ticketsOf = async (session: Session) =>
  (await api.call(liveApi.history, session, { query: { userId: branch.player._id } })).data

async function playTicket(): Promise<HistoryRow> {
  const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 5 }] }
  const { ticketId } = await vi.waitFor(
    async () => (await api.call(liveApi.createBet, player, { body })).data,
    patience,
  )
  return vi.waitFor(async () => {
    const row = (await ticketsOf(superadmin)).find(each => each.ticketId === ticketId)
    if (!row || row.resultNo === null) throw new Error('not settled yet')
    return row
  }, patience)
}

const clear = (model: ClearModel) =>
  api.call(reportsApi.clearHistory, admin, {
    body: { startDate: '2026-01-01', endDate: '2099-12-31', models: [model] },
  })

describe("the clearing of an admin's history", () => {
  it('hides results, ticket lines and tickets from the subtree, and keeps later bets', async () => {
    const ticket = await playTicket()
    const lines = async () => {
      const { data } = await api.call(liveApi.ticket, admin, { query: { gameId, ticketId: ticket.ticketId } })
      return data.length
    }
    expect(await ticketsOf(admin)).toEqual([ticket])
    expect(await lines()).toBe(1)
    await clear('result')
    await expect.poll(async () => (await ticketsOf(admin))[0]?.resultNo).toBeNull()
    await clear('draw')
    await expect.poll(lines).toBe(0)
    await clear('ticket')
    await expect.poll(() => ticketsOf(admin)).toEqual([])

    expect(await ticketsOf(await api.login(branch.master.username))).toEqual([])
    expect(await ticketsOf(superadmin)).toContainEqual(ticket)
    const later = await playTicket()
    expect(await ticketsOf(admin)).toEqual([later])
  }, 300_000)
})
