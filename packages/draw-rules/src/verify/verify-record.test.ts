import type { Confidential, DrawRecord } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { confidentialDigest } from '../record/canonical-json'
import { createRecordSigner, sealRecord } from '../record/seal-record'
import { compileGame } from '../rules/compile-game'
import { descriptionOf, masterGame } from '../testing/arbitrary'
import {
  type FullDocument,
  makeDocument,
  makeFacts,
  makeHidden,
  makeKey,
  makeNext,
  operator,
  publicKey,
  seedChain,
  signer,
} from '../testing/make-facts'
import { verifyRecord } from './verify-record'

const game = masterGame('andharBahar')
const stakes = { 'card:7': '5000', 'color:k': '2000', 'type:under': '10000', 'type:bahar': '100' }
const gameId = 'qZicXikM'
const drawn = makeDocument(game, makeFacts({ gameId, stakes }), makeHidden({ balance: '40000' }))
const manual = { result: '7-k-under', booster: 2 } as const
const { confidential: _hidden, ...open } = drawn
const chosen = makeDocument(
  game,
  makeFacts({ gameId, stakes, manual, sequence: 2, previous: drawn.hash }),
  makeHidden({ manual: { by: operator, at: '2026-02-28T20:05:12.000Z' } }),
)
const options = { publicKeys: [publicKey], seeds: [seedChain] }
const failed = (document: unknown, more: Parameters<typeof verifyRecord>[1] = options) =>
  verifyRecord(document, more).flatMap(({ ok, name }) => (ok ? [] : [name]))

/** Paths of all non-object values. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
}

/** All paths but those of the description, which is only compared with its digest in the record. */
const signedLeaves = (document: object) => leaves(document).filter(([part]) => part !== 'description')

/** A value of the same kind, so that the shape stays valid if possible. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 1
  const last = value.slice(-1)
  if (/\dZ$/.test(value)) return value.replace(/\dZ$/, digit => (digit === '0Z' ? '1Z' : '0Z'))
  return value.slice(0, -1) + (last === '1' ? '2' : last === 'a' ? 'b' : /\d/.test(last) ? '1' : 'a')
}

function changed<T>(document: T, path: readonly string[], change: (value: unknown) => unknown): T {
  const copy = structuredClone(document)
  const last = path.at(-1) ?? ''
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy as Record<string, unknown>)
  parent[last] = change(parent[last])
  return copy
}

describe('an unchanged document', () => {
  it.each([
    ['drawn', drawn],
    ['chosen', chosen],
  ])('passes every check: %s', (_name, document) => {
    expect(failed(document, { ...options, commitment: document.record.commitment })).toEqual([])
    expect(verifyRecord(document, options).map(({ name }) => name)).toEqual([
      'shape',
      'description',
      'hash',
      'signature',
      'identity',
      'moment',
      'bets',
      'version',
      'chooser',
      'changes',
      'day',
      'confidential',
      'commitment',
      'stakes',
      'liability',
      'booster',
      'budget',
      'candidates',
      'pick',
      'payout',
      'chain',
    ])
  })
})

describe('a changed document', () => {
  it.each([
    ['drawn', drawn, leaves(drawn), options],
    ['chosen', chosen, signedLeaves(chosen), options],
    ['without its confidential part', open, signedLeaves(open), options],
    ['without a published key', drawn, signedLeaves(drawn), {}],
  ])('is detected for every changed value: %s', (_name, document, paths, known) => {
    const unnoticed = paths.filter(path => failed(changed(document, path, other), known).length === 0)
    expect(unnoticed).toEqual([])
  })

  it('is detected if a value is removed or added', () => {
    for (const [key] of Object.entries(drawn.record)) {
      const { [key as keyof DrawRecord]: _gone, ...record } = drawn.record
      // Older formats have no void tickets.
      const findings = key === 'voidTickets' ? ['hash', 'bets'] : ['shape']
      expect([key, failed({ ...drawn, record })]).toEqual([key, findings])
    }
    expect(failed({ ...drawn, note: 'x' })).toEqual(['shape'])
    expect(failed({ ...drawn, record: { ...drawn.record, note: 'x' } })).toEqual(['shape'])
  })

  it('is detected for any changed bit of signature and key, including unused bits of the encoding', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const path of [
      ['signature', 'value'],
      ['signature', 'key', 'x'],
    ]) {
      const next = (value: unknown) => {
        const text = String(value)
        return text.slice(0, -1) + letters[letters.indexOf(text.slice(-1)) ^ 1]
      }
      expect(failed(changed(drawn, path, next), {})).toEqual(['signature'])
    }
  })

  it.each([null, 1, 'x', [], {}, { record: {} }])('is not a record if it is %j', document => {
    expect(failed(document)).toEqual(['shape'])
  })
})

/** A record that the operator changed and signed again, with a given digest. */
const resealed = (
  changes: Partial<DrawRecord>,
  by = signer,
  hidden: Partial<Confidential> = {},
  { record, confidential, description }: FullDocument = drawn,
): FullDocument => ({
  ...sealRecord({ record: { ...record, ...changes }, confidential: { ...confidential, ...hidden } }, by),
  description,
})

describe('a record changed and signed again with the right key', () => {
  const result = drawn.record.result === '1-d-under' ? '1-f-under' : '1-d-under'

  it.each([
    ['commitment', { commitment: drawn.hash }],
    ['stakes', { stake: '17101' }],
    ['liability', { costs: drawn.record.costs.replace(/^\d+/, '1') }],
    ['candidates', { candidates: { count: 51, digest: drawn.hash, fits: true } }],
    ['booster', { booster: { value: drawn.record.booster.value, reason: 'manual' } }],
    ['pick', { result }],
    ['pick', { policy: 'random' }],
    ['payout', { payout: '1' }],
  ] as const)('is detected by its %s', (name, changes) => {
    expect(failed(resealed(changes))).toEqual([name])
  })

  it('is detected if the result does not follow from the facts', () => {
    expect(failed(resealed({ seed: drawn.hash }))).toContain('commitment')
    expect(failed(resealed({ stakes: {} }))).toEqual(expect.arrayContaining(['stakes', 'liability']))
    expect(failed(resealed({ stakes: { 'straight:1': '5000' } }))).toEqual(['recomputed'])
    expect(failed(resealed({ manual }))).toEqual(['recomputed'])
  })

  it('is detected by a confidential part that differs or leads to another result', () => {
    const bound = (hidden: Partial<Confidential>) => {
      const confidential = { ...drawn.confidential, ...hidden }
      return resealed({ confidentialDigest: confidentialDigest(confidential) }, signer, hidden)
    }
    expect(failed(resealed({}, signer, { balance: '39999' }))).toContain('confidential')
    expect(failed(bound({ balance: '0' }))).toContain('budget')
    expect(failed(bound({ budget: '32001' }))).toEqual(['budget'])
    expect(failed(bound({ winpercentage: '10001' }))).toEqual(['recomputed'])
  })

  it('is detected by its pick without the confidential part', () => {
    const { confidential: _hidden, ...again } = resealed({ result })
    expect(failed(again)).toEqual(['pick'])
    const { confidential: _too, ...wider } = resealed({ candidates: { count: 3, digest: drawn.hash, fits: true } })
    expect(failed(wider)).toContain('candidates')
  })

  it('is detected by a different game description', () => {
    const cheaper = compileGame({ ...descriptionOf('andharBahar'), policy: 'random' })
    expect(failed({ ...drawn, description: cheaper.description })).toContain('description')
  })
})

describe('the signature', () => {
  const stranger = makeKey('live-1', 2)

  it('is rejected with an unknown key, even under the name of a published one', () => {
    const forged = resealed({}, createRecordSigner(stranger))
    expect(failed(forged)).toEqual(['signature'])
    expect(failed(forged, {})).toEqual([])
    expect(verifyRecord(forged).find(({ name }) => name === 'signature')?.text).toContain(stranger.x)
  })

  it('is valid with an older key as long as that is published', () => {
    const { d: _secret, ...older } = makeKey('live-0', 4)
    const old = resealed({}, createRecordSigner(makeKey('live-0', 4)))
    expect(failed(old, { publicKeys: [publicKey, older] })).toEqual([])
    expect(failed(old)).toEqual(['signature'])
  })

  it('cannot be made with a key whose public and private parts do not match', () => {
    expect(() => createRecordSigner({ ...stranger, x: publicKey.x })).toThrow(RangeError)
  })
})

describe('the published commitment', () => {
  it('is compared if it is given', () => {
    expect(failed(drawn, { ...options, commitment: ` ${drawn.record.commitment.toUpperCase()}\n` })).toEqual([])
    expect(failed(drawn, { ...options, commitment: drawn.hash })).toEqual(['commitment'])
  })
})

describe('the chain', () => {
  const target = masterGame('funTarget')
  const first = makeDocument(target, makeFacts())
  const second = makeNext(target, first)

  it('continues with the record that names its predecessor', () => {
    expect(failed(second, { ...options, previous: first })).toEqual([])
  })

  it.each([
    ['another record before', { previous: first.record.commitment }],
    ['a record left out', { sequence: 3 }],
    ['an earlier draw', { drawAt: first.record.drawAt }],
    ['another admin', { adminId: 'a2' }],
    ['another game', { gameId: 'acqOpdff' }],
  ])('is broken by %s', (_what, overrides) => {
    expect(failed(makeNext(target, first, overrides), { ...options, previous: first })).toEqual(['chain'])
  })

  it('begins with the only record without a predecessor', () => {
    expect(failed(makeDocument(target, makeFacts({ previous: first.hash })))).toEqual(['chain'])
    expect(failed(makeDocument(target, makeFacts({ sequence: 2 })))).toEqual(['chain'])
  })
})
