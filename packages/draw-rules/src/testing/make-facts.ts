import type { ConfidentialFacts, DrawDocument, DrawFacts, SeedChain } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encode } from 'jose/base64url'
import { daySeedBefore, deriveSeed } from '../draw/seed'
import { createRecord } from '../record/create-record'
import { createRecordSigner, type FullRecord, publicKeyOf, type RecordSigner, sealRecord } from '../record/seal-record'
import type { Game } from '../rules/game'
import { merkleRoot, ticketLeafHash, toProvenTicket } from '../tickets/ticket-tree'

/** A key pair named `kid`, deterministic per `byte`. */
export function makeKey(kid: string, byte: number) {
  const secretKey = new Uint8Array(32).fill(byte)
  return { kty: 'OKP', crv: 'Ed25519', kid, x: encode(publicKeyOf(secretKey)), d: encode(secretKey) } as const
}

const key = makeKey('live-1', 1)
export const signer = createRecordSigner(key)
export const publicKey = signer.key

const dayMs = 86_400_000
const [firstDay, lastDay] = ['2026-02-25', '2026-03-06']
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs
const tip = new Uint8Array(32).fill(5)

/** For the day before the first one, this is the anchor. */
export const daySeed = (day: string): Uint8Array => daySeedBefore(tip, daysBetween(day, lastDay))

const anchor = bytesToHex(daySeed('2026-02-24'))
/** Ten days, none of them over. In these tests the day of a draw differs between this zone and UTC. */
export const seedChain: SeedChain = { kid: 'seed-1', zone: 'Asia/Kolkata', firstDay, days: 10, anchor, revealed: null }

/** The chain after `day` is over. */
export const revealedChain = (day: string): SeedChain => ({
  ...seedChain,
  revealed: { day, seed: bytesToHex(daySeed(day)) },
})

const kolkataMs = 5.5 * 3_600_000
const dayOf = (drawAt: string) => new Date(Date.parse(drawAt) + kolkataMs).toISOString().slice(0, 10)

/** One ticket per leg, with its full stake. */
export const ticketsOf = (stakes: DrawFacts['stakes']) =>
  Object.entries(stakes).map(([leg, stake], index) =>
    toProvenTicket({
      ticketId: `t${index}`,
      playerId: `p${index}`,
      lines: [{ leg, quantity: Math.max(1, Math.floor(Number(stake) / 100)) }],
      stake: BigInt(stake),
    }),
  )

/** The first draw of Fun Target of an admin, with one ticket per stake and no manual result. */
export function makeFacts(overrides: Partial<DrawFacts> = {}): DrawFacts {
  const { adminId = 'a1', gameId = 'MNOQqWWi', drawAt = '2026-02-28T20:06:00.000Z' } = overrides
  const { stakes = { 'straight:1': '1000', 'straight:2': '500', 'straight:0': '2500' } } = overrides
  const drawId = `${adminId}_${gameId}_${Date.parse(drawAt) / 1000}`
  const tickets = ticketsOf(stakes)
  const day = dayOf(drawAt)
  return {
    drawId,
    adminId,
    gameId,
    gameVersion: 3,
    drawAt,
    resultVersion: 1,
    closingEvent: tickets.length > 0 ? 4711 : null,
    tickets: tickets.length,
    voidTickets: 0,
    ticketRoot: bytesToHex(merkleRoot(tickets.map(ticketLeafHash))),
    stakes,
    seed: bytesToHex(deriveSeed(daySeed(day), drawId)),
    seedKeyId: `seed-1.${day}`,
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

/** For a draw without tickets. */
export const makeIdleHidden = (overrides: Partial<ConfidentialFacts> = {}): ConfidentialFacts =>
  makeHidden({ balance: null, winpercentage: null, ...overrides })

export type FullDocument = FullRecord & Pick<DrawDocument, 'description'>

/** The signed document of a draw with these facts. */
export function makeDocument(
  game: Game,
  facts: DrawFacts,
  hidden: ConfidentialFacts = facts.tickets > 0 ? makeHidden() : makeIdleHidden(),
  by: RecordSigner = signer,
): FullDocument {
  return { ...sealRecord(createRecord(game, facts, hidden), by), description: game.description }
}

/** The draw after `before`, with changed facts. */
export function makeNext(
  game: Game,
  before: Pick<DrawDocument, 'record' | 'hash'>,
  overrides: Partial<DrawFacts> = {},
  hidden?: ConfidentialFacts,
): FullDocument {
  const { record, hash } = before
  const nextMs = Date.parse(record.drawAt) + game.description.draw.intervalSeconds * 1000
  const chained = { sequence: record.sequence + 1, previous: hash }
  const facts = makeFacts({ drawAt: new Date(nextMs).toISOString(), ...chained, ...overrides })
  return makeDocument(game, facts, hidden)
}

/** A correction of `first` that follows `before` in the chain. */
export function makeCorrection(
  game: Game,
  first: FullDocument,
  before: Pick<DrawDocument, 'record' | 'hash'>,
  overrides: Partial<DrawFacts> = {},
  hidden: Partial<ConfidentialFacts> = {},
): FullDocument {
  const { balance, winpercentage } = first.confidential
  const at = new Date(Date.parse(first.record.drawAt) + 240_000).toISOString()
  const facts: DrawFacts = {
    ...factsOf(first),
    resultVersion: first.record.resultVersion + 1,
    manual: { result: first.record.result === '2' ? '3' : '2', booster: 1 },
    sequence: before.record.sequence + 1,
    previous: before.hash,
    ...overrides,
  }
  const manual = { by: operator, at, reason: 'Read wrongly' }
  return makeDocument(game, facts, makeHidden({ balance, winpercentage, manual, ...hidden }))
}

function factsOf({ record }: Pick<FullDocument, 'record'>): DrawFacts {
  const names = Object.keys(makeFacts()) as (keyof DrawFacts)[]
  return Object.fromEntries(names.map(name => [name, record[name]])) as DrawFacts
}

export const operator = { accountId: 'a1', username: 'admin1', role: 'admin' } as const
