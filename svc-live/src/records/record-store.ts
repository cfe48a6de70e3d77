import { toPoints } from '@cascade/contracts'
import type { GameDescription } from '@cascade/contracts/games'
import {
  type DrawDocument,
  type DrawRow,
  type LiveActor,
  type PublicJwk,
  parseDrawId,
  type SealedRecord,
} from '@cascade/contracts/live'
import { descriptionDigest } from '@cascade/draw-rules/record'
import { type CollectionSpec, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from '../catalog/offering'
import { listReadOptions } from './draw-store'
import { createPublicRecords, toPublicDocuments } from './public-records'

/** Retention of records without a ticket, millions a day with hundreds of admins; all others are retained forever. */
const idleRetentionMs = 3 * 86_400_000

export type PublishedChain = { kid: string; firstDay: string; days: number; anchor: string }

/** The result of a draw: the existence of this row is the result. */
export type RecordRow = {
  /** `<drawId>|<resultVersion>`. */
  _id: string
  drawId: string
  /** Key of the offering. */
  pair: string
  /** `<offering>|<day of the draw>`, for lists. */
  pairDay: string
  sequence: number
  drawAt: Date
  tickets: number
  sealed: SealedRecord
  expiresAt?: Date
}

/** Author and time of a manual result, and the reason for a correction. */
type Choice = { by: LiveActor; at: string; reason?: string | undefined }

export type RecordSummary = Pick<RecordRow, 'drawId' | 'tickets' | 'drawAt' | 'sequence'> & {
  sealed: {
    record: Pick<
      SealedRecord['record'],
      'result' | 'booster' | 'policy' | 'stake' | 'payout' | 'resultVersion' | 'manual'
    >
    confidential?: { manual: Choice | null } | undefined
  }
}

export const recordCollections: readonly CollectionSpec[] = [
  {
    name: 'records',
    indexes: [
      { key: { pair: 1, sequence: 1 }, options: { unique: true } },
      { key: { pairDay: 1 } },
      { key: { drawId: 1 } },
      { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
  { name: 'descriptions' },
  { name: 'record_keys' },
  { name: 'seed_chains' },
]

const offeringDayKey = (offering: Offering, day: string) => `${offeringKey(offering)}|${day}`

export function createRecordRow(sealed: SealedRecord, { day, tickets }: { day: string; tickets: number }): RecordRow {
  const { record } = sealed
  // A record that lists changes is retained: no other record has them.
  const isIdle = tickets === 0 && record.manual === null && !sealed.confidential?.changes.length
  const drawAt = new Date(record.drawAt)
  return {
    _id: `${record.drawId}|${record.resultVersion}`,
    drawId: record.drawId,
    pair: offeringKey(record),
    pairDay: offeringDayKey(record, day),
    sequence: record.sequence,
    drawAt,
    tickets,
    sealed,
    ...(isIdle && { expiresAt: new Date(drawAt.getTime() + idleRetentionMs) }),
  }
}

export function createRecordStore(db: Db) {
  const rows: Collection<RecordRow> = db.collection('records')
  const descriptions: Collection<{ _id: string; description: GameDescription }> = db.collection('descriptions')
  const keys: Collection<{ _id: string; key: PublicJwk }> = db.collection('record_keys')
  const chains: Collection<Omit<PublishedChain, 'kid'> & { _id: string }> = db.collection('seed_chains')
  const summary = Object.fromEntries(
    ['result', 'booster', 'policy', 'stake', 'payout', 'resultVersion', 'manual']
      .map(name => `record.${name}`)
      .concat('confidential.manual')
      .map(name => [`sealed.${name}`, 1]),
  )
  async function findVersions(drawIds: readonly string[]): Promise<RecordSummary[]> {
    const found = await rows
      .find({ drawId: { $in: [...drawIds] } }, { ...listReadOptions, projection: { ...listedFields, ...summary } })
      .toArray()
    return found.sort((a, b) => a.sealed.record.resultVersion - b.sealed.record.resultVersion)
  }

  const findByDraw = async (drawId: string, tx?: Tx): Promise<RecordRow[]> => {
    const found = await rows.find({ drawId }, { session: tx }).toArray()
    return found.sort((a, b) => a.sequence - b.sequence)
  }
  const readDocuments = async (records: readonly RecordRow[]): Promise<DrawDocument[]> => {
    const digests = new Set(records.map(({ sealed }) => sealed.record.descriptionDigest))
    const found = await descriptions.find({ _id: { $in: [...digests] } }).toArray()
    const byDigest = new Map(found.map(({ _id, description }) => [_id, description]))
    return records.flatMap(({ sealed }) => {
      const description = byDigest.get(sealed.record.descriptionDigest)
      return description ? [{ ...sealed, description }] : []
    })
  }
  const readPublishedKeys = async (): Promise<PublicJwk[]> => (await keys.find().toArray()).map(({ key }) => key)

  return {
    insert: (records: readonly RecordRow[], tx: Tx) => rows.insertMany([...records], { session: tx }),

    findByDraw,

    readDocuments,

    readPublicRecord: createPublicRecords({
      versions: async drawId => {
        const ids = { $gt: `${drawId}|`, $lt: `${drawId}|\uffff` }
        return (await rows.find({ _id: ids }, { ...listReadOptions, projection: { _id: 1 } }).toArray()).length
      },
      read: async drawId => {
        const [documents, published] = [await readDocuments(await findByDraw(drawId)), await readPublishedKeys()]
        return { documents: toPublicDocuments(documents), keys: published }
      },
    }),

    async findNewest(drawIds: readonly string[]): Promise<Map<string, RecordSummary>> {
      return new Map((await findVersions(drawIds)).map(row => [row.drawId, row]))
    },

    findVersions,

    /** Records of an offering on a day, newest first; a correction counts for the day of its draw. */
    async findByDay(offering: Offering, day: string): Promise<RecordSummary[]> {
      const found = await rows
        .find(
          { pairDay: offeringDayKey(offering, day) },
          { ...listReadOptions, projection: { ...listedFields, ...summary } },
        )
        .toArray()
      return found.sort((a, b) => b.drawAt.getTime() - a.drawAt.getTime())
    },

    /** All versions of the draws with a record of this number in the offerings' chains. */
    async findByNumber(offerings: readonly Offering[], sequence: number): Promise<RecordSummary[]> {
      const found = await rows
        .find(
          { pair: { $in: offerings.map(offeringKey) }, sequence },
          { ...listReadOptions, projection: { drawId: 1 } },
        )
        .toArray()
      return findVersions(found.map(({ drawId }) => drawId))
    },

    findInChain: (offering: Offering, from: number, to: number) =>
      rows.find({ pair: offeringKey(offering), sequence: { $gte: from, $lte: to } }, listReadOptions).toArray(),

    /** An admin's records that are retained forever, by id. @param after id of the last record of the previous page */
    listOfAdmin: (adminId: string, after: string | null, limit: number) =>
      rows
        .find(
          { _id: { $gt: after ?? `${adminId}_`, $lt: `${adminId}_\uffff` }, expiresAt: { $exists: false } },
          listReadOptions,
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Stores descriptions by digest. Nearly always they exist already. */
    async storeDescriptions(used: readonly GameDescription[], tx: Tx): Promise<void> {
      const byDigest = new Map(Array.from(new Set(used), description => [descriptionDigest(description), description]))
      const named = { _id: { $in: [...byDigest.keys()] } }
      const existing = await descriptions.find(named, { session: tx, projection: { _id: 1 } }).toArray()
      for (const { _id } of existing) byDigest.delete(_id)
      for (const [_id, description] of byDigest) {
        await descriptions.updateOne({ _id }, { $setOnInsert: { description } }, { upsert: true, session: tx })
      }
    },

    /** Publishes a key forever: records outlive its use. @throws Error when the key id belongs to another key */
    async publishKey(key: PublicJwk): Promise<void> {
      await keys.insertOne({ _id: key.kid, key }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
      const stored = await keys.findOne({ _id: key.kid })
      if (stored?.key.x !== key.x) throw new Error(`LIVE_RECORD_JWK: key id ${key.kid} belongs to another key`)
    },

    /** Publishes the anchors of seed chains. @throws Error when the id belongs to another chain */
    async publishChains(published: readonly PublishedChain[]): Promise<void> {
      for (const { kid, ...chain } of published) {
        await chains.updateOne({ _id: kid }, { $setOnInsert: chain }, { upsert: true })
        const stored = await chains.findOne({ _id: kid })
        if (stored?.anchor !== chain.anchor || stored.firstDay !== chain.firstDay)
          throw new Error(`LIVE_DAY_SEEDS_FILE: key id ${kid} belongs to another chain`)
      }
    },

    readPublishedKeys,
  }
}

const listedFields = { drawId: 1, tickets: 1, drawAt: 1, sequence: 1 }

/** Author of a manual result; null for a result by policy. */
export const manualChoiceOf = ({ confidential }: RecordSummary['sealed']): Choice | null => confidential?.manual ?? null

/** Account that chose the result; null for a result by policy. */
export const chosenBy = (sealed: RecordSummary['sealed']): LiveActor | null => manualChoiceOf(sealed)?.by ?? null

export function toDrawRow(summary: RecordSummary, { state, number }: Pick<DrawRow, 'state' | 'number'>): DrawRow {
  const { drawId, drawAt, tickets, sealed } = summary
  const { result, booster, policy, stake, payout, resultVersion } = sealed.record
  const { adminId = '', gameId = '' } = parseDrawId(drawId) ?? {}
  return {
    drawId,
    number,
    adminId,
    gameId,
    drawAt: drawAt.toISOString(),
    result,
    booster: booster.value,
    policy,
    stake: toPoints(BigInt(stake)),
    payout: toPoints(BigInt(payout)),
    tickets,
    resultVersion,
    by: chosenBy(sealed),
    state,
  }
}
