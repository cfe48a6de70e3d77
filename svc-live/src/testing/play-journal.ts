import type { AnyEvent } from '@cascade/contracts'
import { playEvents } from '@cascade/contracts/accounts'
import type { z } from 'zod'
import { drawIdOf, type Pair } from '../catalog/offering'
import type { ClosingDetails } from '../records/ticket'

type DataOf<K extends keyof typeof playEvents> = z.input<(typeof playEvents)[K]>['data']

const by = { id: 'system', username: 'system', role: 'system' as const }
/** Who changes pools in these tests. */
const operator = { id: 'op', username: 'admin1', role: 'admin' as const }
const startMs = Date.parse('2026-03-01T23:59:00.000Z')

/**
 * Postings of a game in the order in which a ledger would tell of them, with the balances that they leave.
 * @param name begins the ids of its tickets
 */
export function createJournal(name = 'ticket') {
  const events: AnyEvent[] = []
  const pools = new Map<string, bigint>()
  const gates = new Map<string, number>()

  function tell<K extends keyof typeof playEvents>(kind: K, data: DataOf<K>, atMs: number) {
    const seq = events.length + 1
    const type = playEvents[kind].shape.type.value
    const at = new Date(atMs).toISOString()
    events.push({ id: `e${seq}`, type, at, actor: null, correlationId: 'test', causationId: null, seq, data })
  }

  function posting(pair: Pair, change: bigint, atMs: number) {
    const key = `${pair.adminId}|${pair.gameId}`
    const balance = (pools.get(key) ?? 0n) + change
    pools.set(key, balance)
    const transferId = `t${events.length + 1}`
    const { adminId, gameId } = pair
    return {
      transferId,
      adminId,
      gameId,
      by,
      bizDate: new Date(atMs).toISOString().slice(0, 10),
      poolBalance: String(balance),
    }
  }

  return {
    events,
    startMs,
    poolOf: ({ adminId, gameId }: Pair) => pools.get(`${adminId}|${gameId}`) ?? 0n,

    /** @param lines as a ticket carries them through the ledger, in whole points */
    stake(pair: Pair, { playerId, drawAtMs, lines, atMs }: Staked): string {
      const amount = lines.reduce((sum, [, quantity]) => sum + BigInt(quantity) * 100n, 0n)
      const ticketId = `${name}${events.length + 1}`
      const ancestry = { superadmin: 'root', admin: pair.adminId, master: `${pair.adminId}-m${playerId.length % 2}` }
      const details = {
        draw: drawIdOf(pair, drawAtMs),
        gameVersion: 1,
        seedKey: `seed-1.${new Date(drawAtMs).toISOString().slice(0, 10)}`,
        lines: [...lines],
      }
      const stake = { ticketId, player: { id: playerId, username: playerId, ancestry }, amount: String(amount) }
      tell(
        'stakeBooked',
        { ...posting(pair, amount, atMs), ...stake, playerBalance: '0', gateVersion: 0, details },
        atMs,
      )
      return ticketId
    },

    /** @param details the figures that decide a draw with bets: without them it is not drawn */
    close(pair: Pair, drawAtMs: number, details?: ClosingDetails) {
      const gateVersion = (gates.get(pair.adminId) ?? 0) + 1
      gates.set(pair.adminId, gateVersion)
      const { adminId, gameId } = pair
      const poolBalance = String(pools.get(`${adminId}|${gameId}`) ?? 0n)
      const closing = { adminId, gameId, drawId: drawIdOf(pair, drawAtMs), gateVersion, poolBalance }
      tell('gateClosed', { ...closing, ...(details && { details }) }, drawAtMs)
    },

    settle(pair: Pair, drawAtMs: number, amount: bigint) {
      const details = { draw: drawIdOf(pair, drawAtMs), resultVersion: 1, chunk: 0 }
      tell('settlementBooked', { ...posting(pair, -amount, drawAtMs), amount: String(amount), details }, drawAtMs)
    },

    claim(pair: Pair, playerId: string, tickets: readonly (readonly [string, bigint])[], atMs: number) {
      const amount = tickets.reduce((sum, [, each]) => sum + each, 0n)
      const details = { tickets: tickets.map(([id, each]): [string, string] => [id, String(each)]), isAutomatic: false }
      const player = { id: playerId, username: playerId, ancestry: { superadmin: 'root', admin: pair.adminId } }
      const data = { ...posting(pair, 0n, atMs), player, amount: String(amount), playerBalance: '0', details }
      tell('claimBooked', data, atMs)
    },

    changePool(pair: Pair, amount: bigint, atMs: number) {
      tell('poolChanged', { ...posting(pair, amount, atMs), by: operator, type: 'add', amount: String(amount) }, atMs)
    },

    resetPool(pair: Pair, atMs: number) {
      const amount = pools.get(`${pair.adminId}|${pair.gameId}`) ?? 0n
      tell(
        'poolChanged',
        { ...posting(pair, -amount, atMs), by: operator, type: 'reset', amount: String(amount) },
        atMs,
      )
    },
  }
}

type Staked = { playerId: string; drawAtMs: number; lines: readonly [string, number][]; atMs: number }
export type Journal = ReturnType<typeof createJournal>
