import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { deriveSeed } from '../draw/seed'
import { masterGame } from '../testing/arbitrary'
import { daySeed, makeDocument, makeFacts, revealedChain, seedChain } from '../testing/make-facts'
import { verifyRecord } from './verify-record'

/** Drawn on the evening of 28 February in UTC, which is 1 March in the zone of the chain. */
const facts = makeFacts()
const drawn = makeDocument(masterGame('funTarget'), facts)
const chain = revealedChain('2026-03-02')
const dayOf = (seeds: (typeof chain)[] | undefined, document = drawn) =>
  verifyRecord(document, seeds && { seeds }).find(({ name }) => name === 'day')

describe('the finding on the day', () => {
  it('accepts the seed of the local day in the zone of the chain and shows the anchor', () => {
    expect(dayOf([chain])).toMatchObject({ ok: true, text: expect.stringContaining(chain.anchor) })
  })

  it('defers the check of the seed of a day that is not over', () => {
    expect(dayOf([seedChain])).toMatchObject({ ok: true, text: expect.stringContaining('check again') })
  })

  it('does not confirm the day without the published chains', () => {
    expect(dayOf(undefined)).toMatchObject({ ok: true, text: expect.stringContaining('give the published chains') })
  })

  it.each([
    ['an anchor that was changed afterwards', { ...chain, anchor: 'b'.repeat(64) }],
    ['another seed of the day', { ...chain, revealed: { day: '2026-03-02', seed: 'c'.repeat(64) } }],
    ['a chain of another name', { ...chain, kid: 'seed-2' }],
    ['a chain that begins later', { ...chain, firstDay: '2026-03-02' }],
    ['a chain that ended before', { ...chain, days: 3 }],
    ['a revealed day outside of the chain', { ...chain, revealed: { day: '9999-01-01', seed: 'c'.repeat(64) } }],
    ['a zone in which it was another day', { ...chain, zone: 'UTC' }],
    ['a zone that does not exist', { ...chain, zone: 'Asia/Nowhere' }],
  ])('rejects %s', (_what, other) => {
    expect(dayOf([other])).toMatchObject({ ok: false })
  })

  it('rejects a seed that was made up for the draw', () => {
    const seed = bytesToHex(deriveSeed(daySeed('2026-02-27'), facts.drawId))
    expect(dayOf([chain], makeDocument(masterGame('funTarget'), makeFacts({ seed })))).toMatchObject({ ok: false })
  })
})
