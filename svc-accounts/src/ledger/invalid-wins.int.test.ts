import { type PostingRequest, postingInternal } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { balanceOf, fund, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'
import { postingsFor } from './testing/play-requests'

/** An attacker with the service key of svc-live requests invented wins over HTTP. */
const world = await makeWorld()
const chain = await makeChain(world)
await fund(world, chain.player, 100)
const token = await (await world.keys.signerOf('svc-live'))('svc-accounts')
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

const offeringOf = () => ({ adminId: chain.admin._id, gameId: 'MNOQqWWi' })

async function post(...requests: PostingRequest[]): Promise<string[]> {
  const response = await world.request(`/internal${postingInternal.post.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  })
  const { results } = postingInternal.post.response.parse(await response.json())
  return results.map(result => (result.outcome === 'refused' ? result.reason : result.outcome))
}

const winsBalance = async () => (await world.ledger.pools([offeringOf()])).pools[0]?.winsBalance

describe('the ledger', () => {
  it('rejects wins without a stake, above its maximum, for another player, or claimed twice', async () => {
    const play = postingsFor(offeringOf())
    const accomplice = await makeAccount(world, 'player', { refId: chain.master._id })
    const stake = play.stake(chain.player._id, 100)
    expect(await post(stake, play.claim(accomplice._id, [[stake.id, 1]]))).toEqual(['booked', 'NOT_WON'])
    expect(await post(play.settle([['invented', 1_000_000]]))).toEqual(['NOT_WON'])
    expect(await post(play.claim(accomplice._id, [['invented', 1_000_000]]))).toEqual(['NOT_WON'])
    expect(await post(play.settle([[stake.id, 2_000_001]]))).toEqual(['NOT_WON'])
    expect(await post(play.settle([[stake.id, 500]]))).toEqual(['booked'])
    expect(await post(play.claim(accomplice._id, [[stake.id, 500]]))).toEqual(['NOT_WON'])
    // A claim above the win, a second claim and a retry: 500 are paid once.
    const claim = play.claim(chain.player._id, [[stake.id, 501]])
    const twice = play.claim(chain.player._id, [[stake.id, 500]])
    expect(await post(claim, twice, claim)).toEqual(['booked', 'booked', 'booked'])
    expect([await balanceOf(world, accomplice._id), await balanceOf(world, chain.player._id)]).toEqual([0, 104])
    expect(await winsBalance()).toBe(0n)
  })

  it('recovers only what a correction has left as a debt', async () => {
    const play = postingsFor(offeringOf())
    const stake = play.stake(chain.player._id, 100)
    expect(await post(stake, play.settle([[stake.id, 300]]), play.claim(chain.player._id, [[stake.id, 300]]))).toEqual([
      ...['booked', 'booked', 'booked'],
    ])
    const before = await balanceOf(world, chain.player._id)
    expect(await post(play.settle([[stake.id, -300]]), play.recover(chain.player._id, ['invented', 50]))).toEqual([
      ...['NOT_WON', 'NOT_WON'],
    ])
    expect(await post(play.recover(chain.player._id, [stake.id, 50]))).toEqual(['booked'])
    expect(await balanceOf(world, chain.player._id)).toBe(before)
    expect(await post(play.settle([[stake.id, -200]], 2), play.recover(chain.player._id, [stake.id, 300]))).toEqual([
      ...['booked', 'booked'],
    ])
    expect(await balanceOf(world, chain.player._id)).toBe(before - 2)
    expect(await winsBalance()).toBe(0n)
  })
})
