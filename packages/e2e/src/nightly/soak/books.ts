import { toHundredths } from '@cascade/contracts'
import { ledgerApi, userApi } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { expect } from 'vitest'
import { type AuditedDraw, expectDrawCorrect, expectNoLateBets, settledDraw } from '../../faults/play/audit'
import { type Attempt, take } from '../../faults/play/bettors'
import type { Rows } from '../../faults/play/ledger-rows'
import { creditPoints, type PlayWorld } from '../../faults/play/play-world'
import type { Api, Session } from '../../support/api'

const patience = { timeout: 120_000, interval: 250 }

export type Books = ReturnType<typeof openBooks>

/** Expected balances from all acknowledged operations, updated and checked after each round. */
export function openBooks(api: Api, world: PlayWorld, rows: Rows) {
  const expected = new Map(world.players.map(({ session }) => [session.user._id, toHundredths(creditPoints)] as const))
  const left = new Map<string, bigint>()
  const turnover = new Map(world.admins.map(({ user }) => [user._id, { play: 0n, win: 0n }]))
  const tickets = new Set<string>()
  /** Sequence number of each draw's close in the ledger feed. */
  const closings = new Map<string, number>()

  const adminOf = (adminId: string): Session => {
    const admin = world.admins.find(({ user }) => user._id === adminId)
    if (!admin) throw new Error(`${adminId} is not an admin of this world`)
    return admin
  }

  /** Expects exactly one ticket per acknowledged bet, on the acknowledged draw. */
  async function auditDraws(booked: readonly Attempt[]): Promise<AuditedDraw[]> {
    const drawIds = new Map(booked.map(({ placed, player }) => [placed?.drawId ?? '', player.adminId]))
    const draws: AuditedDraw[] = []
    for (const [drawId, adminId] of drawIds) draws.push(await settledDraw(api, adminOf(adminId), drawId))
    const found = new Map(
      draws.flatMap(({ page, tickets: of }) =>
        of.map(({ ticketId, stake }) => [ticketId, `${page.drawId} ${stake}`] as const),
      ),
    )
    const acknowledged = new Map(booked.map(({ placed }) => [placed?.ticketId, `${placed?.drawId} ${placed?.stake}`]))
    expect(acknowledged.size).toBe(booked.length)
    const unacknowledged = [...found].filter(([ticketId]) => !acknowledged.has(ticketId))
    const lost = [...acknowledged].filter(([ticketId, what]) => found.get(ticketId ?? '') !== what)
    expect(JSON.stringify({ unacknowledged, lost })).toBe(JSON.stringify({ unacknowledged: [], lost: [] }))
    for (const ticketId of found.keys()) tickets.add(ticketId)
    expect((await rows.ticketIds()).sort()).toEqual([...tickets].sort())
    for (const draw of draws) {
      expectDrawCorrect(draw)
      expectNoLateBets(draw)
    }
    for (const { page } of draws) closings.set(page.drawId, page.documents[0]?.record.closingEvent ?? 0)
    await rows.expectClosedAfter(closings)
    return draws
  }

  function enter(booked: readonly Attempt[], draws: readonly AuditedDraw[]) {
    const add = (id: string, points: number) => expected.set(id, (expected.get(id) ?? 0n) + toHundredths(points))
    for (const { player, placed } of booked) add(player.session.user._id, -(placed?.stake ?? 0))
    for (const { page, tickets: of } of draws) {
      const offering = `${page.adminId} ${page.gameId}`
      left.set(offering, (left.get(offering) ?? 0n) + toHundredths(page.stake) - toHundredths(page.won))
      const sums = turnover.get(page.adminId)
      for (const { playerId, stake, win } of of) {
        add(playerId, win)
        if (sums) {
          sums.play += toHundredths(stake)
          sums.win += toHundredths(win)
        }
      }
    }
  }

  async function balances(): Promise<Map<string, bigint>> {
    const found = new Map<string, bigint>()
    for (const { session } of world.players) {
      const params = { id: session.user._id }
      const { user } = await api.call(userApi.read, world.superadmin, { params })
      found.set(session.user._id, toHundredths(user.walletBalance))
    }
    return found
  }

  async function allPlayersClaim() {
    for (const player of world.players) await expect.poll(() => take(api, player), patience).toBe(0)
  }

  /** Expects each balance to be the initial one less stakes plus wins. */
  const expectBalances = () =>
    expect.poll(async () => allPlayersClaim().then(balances), patience).toEqual(new Map(expected))

  async function expectPools() {
    for (const { user } of world.admins) {
      for (const { gameId } of world.games) {
        const query = { adminId: user._id, gameId }
        const { data } = await api.call(liveApi.loadGame, adminOf(user._id), { query })
        const pool = toHundredths(data.percentageData[0]?.gameBalance ?? -1)
        expect(pool).toBe(left.get(`${user._id} ${gameId}`) ?? 0n)
      }
    }
  }

  async function expectConserved() {
    const { data } = await api.call(ledgerApi.conservation, world.superadmin)
    expect(data.difference).toBe(0)
    await rows.expectConserved()
  }

  /** Expects the reports, which are eventually consistent, to match the draws of each admin. */
  async function expectReportsAgree() {
    const read = async () => {
      const { data } = await api.call(reportsApi.turnover, world.superadmin)
      const of = (id: string) => data.find(row => row.id === id)
      return new Map(
        [...turnover.keys()].map(id => {
          return [id, { play: toHundredths(of(id)?.playPoints ?? 0), win: toHundredths(of(id)?.winPoints ?? 0) }]
        }),
      )
    }
    await expect.poll(read, patience).toEqual(turnover)
    expect((await api.call(reportsApi.verification, world.superadmin)).data.found).toEqual([])
  }

  return {
    adminOf,
    allPlayersClaim,
    expectBalances,
    expectConserved,

    /** Adds the bets of a round and checks everything. @returns the draws of these bets */
    async close(booked: readonly Attempt[]): Promise<AuditedDraw[]> {
      const draws = await auditDraws(booked)
      enter(booked, draws)
      await expectBalances()
      await expectPools()
      await expectConserved()
      await expectReportsAgree()
      return draws
    },
  }
}
