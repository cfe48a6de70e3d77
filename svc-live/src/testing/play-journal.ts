import type { AnyEvent } from '@cascade/contracts'
import { playEvents } from '@cascade/contracts/accounts'
import { drawIdOf } from '@cascade/contracts/live'
import type { z } from 'zod'
import type { Offering } from '../catalog/offering'
import type { ClosingDetails } from '../records/ticket'

type DataOf<K extends keyof typeof playEvents> = z.input<(typeof playEvents)[K]>['data']

const by = { id: 'system', username: 'system', role: 'system' as const }
const operator = { id: 'op', username: 'admin1', role: 'admin' as const }
const startMs = Date.parse('2026-03-01T23:59:00.000Z')

/**
 * Ledger events of postings in order, with the balances they leave.
 * @param name prefix of ticket ids
 */
export function createJournal(name = 'ticket') {
  const events: AnyEvent[] = []
  const pools = new Map<string, bigint>()
  const gates = new Map<string, number>()

  function append<K extends keyof typeof playEvents>(kind: K, data: DataOf<K>, atMs: number) {
    const seq = events.length + 1
    const type = playEvents[kind].shape.type.value
    const at = new Date(atMs).toISOString()
    events.push({ id: `e${seq}`, type, at, actor: null, correlationId: 'test', causationId: null, seq, data })
  }

  function posting(offering: Offering, change: bigint, atMs: number) {
    const key = `${offering.adminId}|${offering.gameId}`
    const balance = (pools.get(key) ?? 0n) + change
    pools.set(key, balance)
    const transferId = `t${events.length + 1}`
    const { adminId, gameId } = offering
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
    poolOf: ({ adminId, gameId }: Offering) => pools.get(`${adminId}|${gameId}`) ?? 0n,

    /** @param lines in whole points */
    stake(offering: Offering, { playerId, drawAtMs, lines, atMs, salt }: Staked): string {
      const amount = lines.reduce((sum, [, quantity]) => sum + BigInt(quantity) * 100n, 0n)
      const ticketId = `${name}${events.length + 1}`
      const ancestry = {
        superadmin: 'root',
        admin: offering.adminId,
        master: `${offering.adminId}-m${playerId.length % 2}`,
      }
      const details = {
        draw: drawIdOf(offering, drawAtMs),
        gameVersion: 1,
        seedKey: `seed-1.${new Date(drawAtMs).toISOString().slice(0, 10)}`,
        lines: [...lines],
      }
      const stake = { ticketId, player: { id: playerId, username: playerId, ancestry }, amount: String(amount) }
      append(
        'stakeBooked',
        { ...posting(offering, amount, atMs), ...stake, playerBalance: '0', gateVersion: 0, details, salt },
        atMs,
      )
      return ticketId
    },

    /** @param details the deciding figures: a draw with bets is not drawn without them */
    close(offering: Offering, drawAtMs: number, details?: ClosingDetails) {
      const gateVersion = (gates.get(offering.adminId) ?? 0) + 1
      gates.set(offering.adminId, gateVersion)
      const { adminId, gameId } = offering
      const poolBalance = String(pools.get(`${adminId}|${gameId}`) ?? 0n)
      const closing = { adminId, gameId, drawId: drawIdOf(offering, drawAtMs), gateVersion, poolBalance }
      append('gateClosed', { ...closing, ...(details && { details }) }, drawAtMs)
    },

    settle(offering: Offering, drawAtMs: number, amount: bigint) {
      const details = { draw: drawIdOf(offering, drawAtMs), resultVersion: 1, chunk: 0 }
      append('settlementBooked', { ...posting(offering, -amount, drawAtMs), amount: String(amount), details }, drawAtMs)
    },

    claim(offering: Offering, playerId: string, tickets: readonly (readonly [string, bigint])[], atMs: number) {
      const amount = tickets.reduce((sum, [, each]) => sum + each, 0n)
      const details = { tickets: tickets.map(([id, each]): [string, string] => [id, String(each)]), isAutomatic: false }
      const player = { id: playerId, username: playerId, ancestry: { superadmin: 'root', admin: offering.adminId } }
      const data = { ...posting(offering, 0n, atMs), player, amount: String(amount), playerBalance: '0', details }
      append('claimBooked', data, atMs)
    },

    /** Returns the stake of a ticket of this journal. */
    void(offering: Offering, ticketId: string, atMs: number, salt = 'cd'.repeat(16)) {
      const stake = events.map(({ data }) => data as DataOf<'stakeBooked'>).find(data => data.ticketId === ticketId)
      if (!stake) throw new Error(`There is no ticket ${ticketId}.`)
      const { player, amount } = stake
      const details = { ticket: ticketId, draw: (stake.details as { draw: string }).draw, reason: 'sent twice' }
      const voided = { ...posting(offering, -BigInt(amount), atMs), by: operator, player, amount, playerBalance: '0' }
      append('voidBooked', { ...voided, details, salt }, atMs)
    },

    changePool(offering: Offering, amount: bigint, atMs: number) {
      append(
        'poolChanged',
        { ...posting(offering, amount, atMs), by: operator, type: 'add', amount: String(amount) },
        atMs,
      )
    },

    resetPool(offering: Offering, atMs: number) {
      const amount = pools.get(`${offering.adminId}|${offering.gameId}`) ?? 0n
      append(
        'poolChanged',
        { ...posting(offering, -amount, atMs), by: operator, type: 'reset', amount: String(amount) },
        atMs,
      )
    },
  }
}

type Staked = { playerId: string; drawAtMs: number; lines: readonly [string, number][]; atMs: number; salt?: string }
export type Journal = ReturnType<typeof createJournal>
