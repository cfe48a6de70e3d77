import { ledgerApi, playerApi } from '@cascade/contracts/accounts'
import { liveApi, playApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { verifyTicket, verifyVersions } from '@cascade/draw-rules/verify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickTable } from '../support/quick-table'
import { api } from '../support/suite'

const patience = { timeout: 90_000, interval: 300 }
const reason = 'The terminal sent it twice'
let superadmin: Session
let admin: Session
let player: Session
let gameId: string

beforeAll(async () => {
  ;({ superadmin, admin, player, gameId } = await makeQuickTable('Void', 1_000))
}, 240_000)

const bet = async (quantity: number) => {
  const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity }] }
  return (await api.call(liveApi.createBet, player, { body })).data
}

/** Two bets on one draw, the second of which is void: betting may close in between, so it tries again. */
async function playAndVoid() {
  await vi.waitFor(() => bet(5), patience)
  const wrong = await bet(7)
  const input = { params: { ticketId: wrong.ticketId }, body: { reason } }
  const { data } = await vi.waitFor(() => api.call(liveApi.voidTicket, admin, input), { timeout: 3_000, interval: 200 })
  return { wrong, data }
}

describe('a void ticket', () => {
  it('is in its draw and in the lists, and in no sum of wallet, bet list and reports', async () => {
    const { wrong, data } = await vi.waitFor(playAndVoid, patience)
    expect(data).toMatchObject({ ticketId: wrong.ticketId, state: 'void', void: { stake: 7, reason } })
    const { data: statement } = await api.call(playerApi.statement, player, { query: { size: '1' } })
    expect(statement).toMatchObject([{ kind: 'void', amount: 7, note: reason, ticketIds: [wrong.ticketId] }])

    const { ticketId, drawId } = wrong
    const readRecord = async () =>
      (await api.call(liveApi.record, player, { params: { drawId }, query: { ticketId } })).data
    const record = await vi.waitFor(readRecord, patience)
    const own = (await api.call(playApi.ticket, player, { params: { ticketId } })).data
    expect(own).toMatchObject({ state: 'void', stake: 0, win: 0, void: { stake: 7, role: 'admin', reason } })
    const { documents, keys: publicKeys, seeds } = record
    const [document] = documents
    const findings = verifyVersions(documents, { publicKeys, seeds, commitment: wrong.commitment }).flat()
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
    expect(document && verifyTicket(document, own.proof)).toMatchObject({ ok: true })
    expect(own.proof?.ticket).toMatchObject({ ticketId, state: 'void', stake: '700' })

    await vi.waitFor(async () => {
      const { data: rows, sums } = await api.call(liveApi.history, admin, { query: { sums: 'true' } })
      const played = sums?.playpoints ?? 0
      expect(played).toBeGreaterThanOrEqual(5)
      expect(rows.find(row => row.ticketId === ticketId)).toMatchObject({ state: 'void', playpoints: 0 })
      const { summary } = await api.call(reportsApi.turnover, admin)
      expect(summary).toMatchObject({ playPoints: played, winPoints: sums?.winpoints })
      const me = (await api.call(playerApi.me, player)).data
      expect(me.balance + me.unclaimed).toBe(1_000 - played + (sums?.winpoints ?? 0))
    }, patience)
    expect((await api.call(ledgerApi.conservation, superadmin)).data.difference).toBe(0)
  }, 300_000)
})
