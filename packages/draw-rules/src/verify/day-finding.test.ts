import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { daySeedBefore, seedOf } from '../draw/seed'
import { makeDocument, makeFacts } from '../testing/make-facts'
import { masterGame } from '../testing/master'
import { verifyRecord } from './verify-record'

const tip = new Uint8Array(32).fill(3)
/** Ten days from 25 February on; the tip is the seed of the tenth. */
const seedOfDay = (place: number) => daySeedBefore(tip, 10 - place)
const chain = {
  kid: 'seed-1',
  firstDay: '2026-02-25',
  days: 10,
  anchor: bytesToHex(seedOfDay(0)),
  revealed: { day: '2026-03-02', seed: bytesToHex(seedOfDay(6)) },
}
/** 1 March is the fifth day. */
const facts = makeFacts()
const drawn = makeDocument(
  masterGame('funTarget'),
  makeFacts({ seed: bytesToHex(seedOf(seedOfDay(5), facts.drawId)), seedKeyId: 'seed-1.2026-03-01' }),
)
const dayOf = (seeds: (typeof chain | { revealed: null })[], document = drawn) =>
  verifyRecord(document, { seeds: seeds.map(each => ({ ...chain, ...each })) }).find(({ name }) => name === 'day')

it('the seed of a draw is that of its day, and the day is one of the chain that was published', () => {
  expect(dayOf([chain])).toMatchObject({ ok: true, text: expect.stringContaining(chain.anchor) })
})

it('a day that is not over is to be checked again', () => {
  expect(dayOf([{ revealed: null }])).toMatchObject({ ok: true, text: expect.stringContaining('check again') })
})

it.each([
  ['an anchor that was changed afterwards', { ...chain, anchor: 'b'.repeat(64) }],
  ['a seed of the day that is another', { ...chain, revealed: { ...chain.revealed, seed: 'c'.repeat(64) } }],
  ['a chain of another name', { ...chain, kid: 'seed-2' }],
  ['a chain that begins later', { ...chain, firstDay: '2026-03-02' }],
])('%s is found', (_what, other) => {
  expect(dayOf([other])).toMatchObject({ ok: false })
})

it('a seed that was made up for the draw is found', () => {
  const made = makeDocument(masterGame('funTarget'), makeFacts({ seedKeyId: 'seed-1.2026-03-01' }))
  expect(dayOf([chain], made)).toMatchObject({ ok: false })
})
