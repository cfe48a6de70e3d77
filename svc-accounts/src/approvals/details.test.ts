import { describe, expect, it } from 'vitest'
import { readDetails } from './details'

describe('a request about a draw', () => {
  it('names its game and its time, not its id', async () => {
    const games = { namesByCode: async () => new Map([['g1', 'Fun Target']]) }
    const body = JSON.stringify({ drawId: 'a1_g1_1767607200', result: '7' })
    const sent = { path: '/live/correctresult', body, accountId: 'a1', drawId: 'a1_g1_1767607200' }
    const details = { gameId: 'Fun Target', draw: '2026-01-05T10:00:00.000Z', result: '7' }
    expect(await readDetails({ games } as never, sent)).toEqual(details)
  })
})
