import { toHundredths } from '@cascade/contracts'
import { type DrawDocument, type DrawPage, type DrawTicket, liveApi } from '@cascade/contracts/live'
import { compileGame, parseResult, winningLegs, winnings } from '@cascade/draw-rules'
import { verifyChain } from '@cascade/draw-rules/verify'
import { expect } from 'vitest'
import type { Api, Session } from '../../support/api'
import type { PlayWorld } from './play-world'

const patience = { timeout: 120_000, interval: 500 }
const pageSize = 500

export type AuditedDraw = { page: DrawPage; tickets: readonly DrawTicket[] }

/** Waits until every win of a draw is booked. @returns the draw with all its tickets */
export async function settledDraw(api: Api, admin: Session, drawId: string): Promise<AuditedDraw> {
  const params = { drawId }
  const read = async () => (await api.call(liveApi.draw, admin, { params })).data
  await expect.poll(async () => (await read()).state, { ...patience, message: drawId }).toBe('settled')
  const page = await read()
  const tickets: DrawTicket[] = []
  for (let number = 1; tickets.length < page.tickets; number++) {
    const query = { page: String(number), size: String(pageSize) }
    const { data } = await api.call(liveApi.drawTickets, admin, { params, query })
    if (data.length === 0) break
    tickets.push(...data)
  }
  return { page, tickets }
}

export function expectDrawCorrect({ page, tickets }: AuditedDraw) {
  const document = page.documents.at(-1)
  if (!document) throw new Error(`${page.drawId} has no record`)
  const { record, description } = document
  const game = compileGame(description)
  const outcome = parseResult(game, record.result)
  if (!outcome) throw new Error(`${record.result} is not a valid result`)
  const winning = winningLegs(game, outcome)
  const stakes = new Map<string, bigint>()
  let paid = 0n
  for (const { ticketId, lines, stake, win } of tickets) {
    const legs = lines.map(({ type, drawno, quantity }) => ({ leg: `${type}:${drawno}`, quantity }))
    for (const { leg, quantity } of legs) stakes.set(leg, (stakes.get(leg) ?? 0n) + toHundredths(quantity))
    const expected = winnings(legs, winning, record.booster.value)
    expect({ ticketId, win: toHundredths(win) }).toEqual({ ticketId, win: expected })
    expect(toHundredths(stake)).toBe(legs.reduce((sum, { quantity }) => sum + toHundredths(quantity), 0n))
    paid += expected
  }
  expect(tickets.length).toBe(page.tickets)
  expect(new Set(tickets.map(({ ticketId }) => ticketId)).size).toBe(tickets.length)
  const recorded = Object.entries(record.stakes).map(([leg, stake]) => [leg, BigInt(stake)] as const)
  expect(new Map(recorded)).toEqual(stakes)
  expect(BigInt(record.payout)).toBe(paid)
  expect(toHundredths(page.won)).toBe(paid)
}

export function expectNoLateBets({ page, tickets }: AuditedDraw) {
  const lockMs = (page.documents[0]?.description.draw.lockSeconds ?? 0) * 1000
  const lockAtMs = Date.parse(page.drawAt) - lockMs
  const late = tickets.filter(({ at }) => Date.parse(at) > lockAtMs)
  expect(late).toEqual([])
}

/** Incremental reader for the record chains of all offerings. */
export function createChainReader(api: Api, { admins, games }: Pick<PlayWorld, 'admins' | 'games'>) {
  const verified = new Set<string>()
  const last = new Map<string, DrawDocument>()

  async function expectPairGoesOn(admin: Session, gameId: string): Promise<void> {
    const offering = `${admin.user._id} ${gameId}`
    const { data: rows } = await api.call(liveApi.draws, admin, { query: { adminId: admin.user._id, gameId } })
    const documents: DrawDocument[] = []
    for (const { drawId } of rows.filter(({ drawId }) => !verified.has(drawId))) {
      documents.push(...(await api.call(liveApi.draw, admin, { params: { drawId } })).data.documents)
      verified.add(drawId)
    }
    documents.sort((a, b) => a.record.sequence - b.record.sequence)
    const before = last.get(offering)
    const first = (before?.record.sequence ?? 0) + 1
    expect(documents.map(({ record }) => record.sequence)).toEqual(documents.map((_, index) => first + index))
    const chain = before ? [before, ...documents] : documents
    expect(verifyChain(chain).flatMap(findings => findings.filter(({ ok }) => !ok))).toEqual([])
    const newest = documents.at(-1)
    if (newest) last.set(offering, newest)
  }

  return {
    /** Verifies each new record and its link to the previous one. @returns the number of records so far */
    async expectContinues(): Promise<number> {
      for (const admin of admins) for (const { gameId } of games) await expectPairGoesOn(admin, gameId)
      return [...last.values()].reduce((sum, { record }) => sum + record.sequence, 0)
    },
  }
}
