import type { AnyEvent } from '@cascade/contracts'
import { PlayersChanged } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { broadcastEndedSessions, broadcastPlay, broadcastTransfers } from './broadcasts'

const at = '2026-03-01T10:00:00.000Z'
let seq = 0
const event = (type: string, data: unknown): AnyEvent => {
  seq += 1
  return { id: `e${seq}`, type, at, actor: null, correlationId: 'c', causationId: null, seq, data }
}
const range = { after: 0, upTo: 9 }
const party = (walletId: string, role: string) => ({ walletId, username: walletId, role, ancestry: {} })

describe('broadcastEndedSessions', () => {
  it('names the ended sessions of all new events, and sends nothing without one', () => {
    const created = event('accounts.account.created.v1', {})
    const ended = ['s1', 's2'].map(id =>
      event('accounts.session.ended.v1', { sessionIds: [id], accountIds: ['a'], reason: 'test' }),
    )
    expect(broadcastEndedSessions([created, ...ended], range)).toMatchObject({
      subject: 'feed.sessions-ended',
      payload: [
        { sessionIds: ['s1'], reason: 'test' },
        { sessionIds: ['s2'], reason: 'test' },
      ],
    })
    expect(broadcastEndedSessions([created], range)).toBeUndefined()
  })
})

describe('broadcastTransfers', () => {
  it('names the balances of players only', () => {
    const transfer = event('credit.transfer.recorded.v1', {
      source: party('m', 'master'),
      destination: party('p', 'player'),
      sourceBalance: '900',
      destinationBalance: '100',
    })
    const { subject, payload } = broadcastTransfers([transfer], range) ?? expect.fail()
    expect(subject).toBe('feed.players.credit')
    expect(PlayersChanged.parse(payload)).toEqual({
      ...range,
      wallets: [{ accountId: 'p', at, balance: '100' }],
      tickets: [],
    })
  })
})

describe('broadcastPlay', () => {
  it('names the balances after stakes, claims and recoveries, and the range also without any', () => {
    const player = { id: 'p', username: 'p', ancestry: {} }
    const kinds = ['stake.booked', 'claim.booked', 'recovery.booked', 'settlement.booked', 'gate.closed']
    const events = kinds.map((kind, index) => event(`play.${kind}.v1`, { player, playerBalance: String(index) }))
    const balances = (some: AnyEvent[]) => PlayersChanged.parse(broadcastPlay(some, range)?.payload).wallets
    expect(balances(events).map(({ balance }) => balance)).toEqual(['0', '1', '2'])
    expect(PlayersChanged.parse(broadcastPlay([], range)?.payload)).toEqual({ ...range, wallets: [], tickets: [] })
  })
})
