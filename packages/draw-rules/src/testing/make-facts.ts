import type { ConfidentialFacts, DrawDocument, DrawFacts } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encode } from 'jose/base64url'
import { seedOf } from '../draw/seed'
import { publicKeyOf } from '../record/ed25519'
import { makeRecord } from '../record/make-record'
import { type FullRecord, type RecordSigner, sealRecord, signerOf } from '../record/seal-record'
import type { Game } from '../rules/game/game'
import { rootOf } from '../tickets/merkle-tree'

const secret = new Uint8Array(32).fill(5)

/** The key pair `kid`, the same one for the same `byte`. */
export function makeKey(kid: string, byte: number) {
  const secretKey = new Uint8Array(32).fill(byte)
  return { kty: 'OKP', crv: 'Ed25519', kid, x: encode(publicKeyOf(secretKey)), d: encode(secretKey) } as const
}

const key = makeKey('live-1', 1)
export const signer = signerOf(key)
export const publicKey = signer.key

/** The first draw of Fun Target below an admin, with three bets and nothing chosen. */
export function makeFacts(overrides: Partial<DrawFacts> = {}): DrawFacts {
  const drawId = overrides.drawId ?? 'a1_MNOQqWWi_7'
  return {
    drawId,
    adminId: 'a1',
    gameId: 'MNOQqWWi',
    gameVersion: 3,
    drawAt: '2026-03-01T10:01:00.000Z',
    resultVersion: 1,
    closingEvent: 4711,
    tickets: 3,
    ticketRoot: bytesToHex(rootOf([])),
    stakes: { 'straight:1': '1000', 'straight:2': '500', 'straight:0': '2500' },
    seed: bytesToHex(seedOf(secret, drawId)),
    seedKeyId: 'seed-1.2026-03-01',
    manual: null,
    sequence: 1,
    previous: null,
    ...overrides,
  }
}

export const makeHidden = (overrides: Partial<ConfidentialFacts> = {}): ConfidentialFacts => ({
  salt: 'ab'.repeat(32),
  balance: '20000',
  winpercentage: '2000',
  manual: null,
  changes: [],
  ...overrides,
})

export type FullDocument = FullRecord & Pick<DrawDocument, 'description'>

/** What is handed out for a draw with these facts. */
export function makeDocument(
  game: Game,
  facts: DrawFacts,
  hidden: ConfidentialFacts = makeHidden(),
  by: RecordSigner = signer,
): FullDocument {
  return { ...sealRecord(makeRecord(game, facts, hidden), by), description: game.description }
}

/** The draw after `before`, with its facts changed. */
export function makeNext(
  game: Game,
  before: Pick<DrawDocument, 'record' | 'hash'>,
  overrides: Partial<DrawFacts> = {},
  hidden: ConfidentialFacts = makeHidden(),
): FullDocument {
  const { record, hash } = before
  const drawAt = new Date(Date.parse(record.drawAt) + 60_000).toISOString()
  const { sequence } = record
  const drawId = `a1_MNOQqWWi_${sequence + 7}`
  const chained = { sequence: sequence + 1, previous: hash }
  return makeDocument(game, makeFacts({ drawId, drawAt, ...chained, ...overrides }), hidden)
}

export const operator = { accountId: 'a1', username: 'admin1', role: 'admin' } as const
