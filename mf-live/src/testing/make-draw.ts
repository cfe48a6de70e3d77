import type { ConfidentialFacts, DrawDocument, DrawFacts, DrawPage, SeedChain } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import { masterDescription } from '@cascade/draw-rules/master'
import { createRecord, createRecordSigner, type FullRecord, sealRecord } from '@cascade/draw-rules/record'

/** Signing key for tests only. */
const jwk = {
  kty: 'OKP' as const,
  crv: 'Ed25519' as const,
  kid: 'test-1',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}
export const publicKey = { kty: jwk.kty, crv: jwk.crv, kid: jwk.kid, x: jwk.x }

/** A chain without revealed day seeds. */
export const seedChain: SeedChain = {
  kid: 'seed-1',
  zone: 'Asia/Kolkata',
  firstDay: '2026-02-01',
  days: 100,
  anchor: 'a'.repeat(64),
  revealed: null,
}

/** Root of four tickets; with the seed below it picks 3. */
const ticketRoot = 'b'.repeat(64)

export const drawId = 'a1_MNOQqWWi_1772359260'

type Options = {
  gameId?: string
  manual?: DrawFacts['manual']
  resultVersion?: number
  hidden?: Partial<ConfidentialFacts>
}
type FullDocument = FullRecord & Pick<DrawDocument, 'description'>

/** A signed record of a Fun Target draw: 10 on 1, 5 on 2, 10 on 3 and 25 on 0 by default. */
export function makeDocument(options: Options = {}): FullDocument {
  const { gameId = 'MNOQqWWi', manual = null, resultVersion = 1, hidden } = options
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is no game of the master data`)
  const facts = {
    drawId: `a1_${gameId}_1772359260`,
    adminId: 'a1',
    gameId,
    gameVersion: 1,
    drawAt: '2026-03-01T10:01:00.000Z',
    resultVersion,
    closingEvent: 4,
    tickets: 4,
    ticketRoot,
    manual,
    stakes: { 'straight:1': '1000', 'straight:2': '500', 'straight:3': '1000', 'straight:0': '2500' },
    seed: 'bb6d33829d319a27d8a120139c2aff8e3917762261b090b336688f0ee0a61256',
    seedKeyId: 'seed-1.2026-03-01',
    sequence: resultVersion,
    previous: resultVersion === 1 ? null : 'f'.repeat(64),
  }
  const confidential = {
    salt: 'ab'.repeat(32),
    balance: '20000',
    winpercentage: '2000',
    manual: null,
    changes: [],
    ...hidden,
  }
  return {
    ...sealRecord(createRecord(compileGame(description), facts, confidential), createRecordSigner(jwk)),
    description,
  }
}

export const makeDrawPage = (overrides: Partial<DrawPage> = {}): DrawPage => ({
  drawId,
  adminId: 'a1',
  adminUsername: 'admin1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  drawAt: '2026-03-01T10:01:00.000Z',
  state: 'settled',
  tickets: 4,
  stake: 50,
  won: 90,
  claimed: 0,
  legs: [
    { type: 'straight', drawno: '0', stake: 25 },
    { type: 'straight', drawno: '1', stake: 10 },
  ],
  documents: [makeDocument()],
  previous: null,
  keys: [publicKey],
  seeds: [seedChain],
  ...overrides,
})
