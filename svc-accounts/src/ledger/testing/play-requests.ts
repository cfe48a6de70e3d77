import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import { v7 as uuidv7 } from 'uuid'
import type { LedgerWorld } from './ledger-world'
import { walletRef } from './requests'

type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>
export type Booked = Extract<PostingResult, { outcome: 'booked' }>

/** A ticket with its won, claimed or recovered amount, in hundredths. */
export type Won = readonly [ticketId: string, amount: bigint | number]
const sumOf = (tickets: readonly Won[]) => String(tickets.reduce((sum, [, amount]) => sum + BigInt(amount), 0n))

const by = { id: 'tester', username: 'tester', role: 'player' as const }
const later = () => new Date(Date.now() + 60_000).toISOString()

export function postingsFor(offering: { adminId: string; gameId: string }) {
  const request = () => ({ id: uuidv7(), by, correlationId: 'test', ...offering })
  return {
    stake: (playerId: string, amount: number, over: Partial<OfKind<'stake'>> = {}): OfKind<'stake'> => ({
      kind: 'stake',
      ...request(),
      playerId,
      amount: String(amount),
      gateVersion: 0,
      notAfter: later(),
      details: { lines: [['a', 1]] },
      ...over,
    }),
    /** Settles tickets, each with its change of win; a later `resultVersion` is a correction. */
    settle: (wins: readonly Won[], resultVersion = 1, over: Partial<OfKind<'settle'>> = {}): OfKind<'settle'> => ({
      kind: 'settle',
      ...request(),
      amount: sumOf(wins),
      wins: wins.map(([id, won]) => [id, String(won)]),
      details: { draw: 'd1', resultVersion, chunk: 0 },
      ...over,
    }),
    claim: (playerId: string, tickets: readonly Won[], over: Partial<OfKind<'claim'>> = {}): OfKind<'claim'> => ({
      kind: 'claim',
      ...request(),
      playerId,
      amount: sumOf(tickets),
      details: { tickets: tickets.map(([id, won]) => [id, String(won)]), isAutomatic: false },
      ...over,
    }),
    recover: (playerId: string, [ticket, amount]: Won, over: Partial<OfKind<'recover'>> = {}): OfKind<'recover'> => ({
      kind: 'recover',
      ...request(),
      playerId,
      amount: String(amount),
      details: { ticket },
      ...over,
    }),
    void: (playerId: string, ticket: string, over: Partial<OfKind<'void'>> = {}): OfKind<'void'> => ({
      kind: 'void',
      ...request(),
      playerId,
      notAfter: later(),
      details: { ticket, draw: 'd1', reason: 'sent twice' },
      ...over,
    }),
    add: (amount: number): OfKind<'pool'> => ({
      kind: 'pool',
      ...request(),
      change: { type: 'add', amount: String(amount) },
    }),
    reset: (): OfKind<'pool'> => ({ kind: 'pool', ...request(), change: { type: 'reset' } }),
    close: (drawId: string, gateVersion: number): OfKind<'closeGate'> => ({
      kind: 'closeGate',
      ...request(),
      drawId,
      gateVersion,
    }),
  }
}

/** An admin with a game, a master, and funded players below the master. */
export async function createTable(world: LedgerWorld, balances: readonly bigint[]) {
  const [adminId, master] = [await world.wallet(), await world.wallet()]
  const offering = { adminId, gameId: `game-${adminId.slice(-6)}` }
  const players = await Promise.all(balances.map(balance => world.wallet(balance)))
  const accounts = world.db.collection<{ _id: string; username: string; role: string; ancestry: object }>('accounts')
  const ancestry = { admin: adminId, master }
  for (const _id of players) {
    const username = `player-${_id.slice(-4)}`
    await accounts.insertOne({ _id, username, role: 'player', ancestry })
  }
  const refOf = (player: string) => ({ ...walletRef(player), ancestry })
  return { offering, master, players, refOf, play: postingsFor(offering) }
}

export const outcomesOf = (results: readonly PostingResult[]) =>
  results.map(result => (result.outcome === 'refused' ? result.reason : result.outcome))
