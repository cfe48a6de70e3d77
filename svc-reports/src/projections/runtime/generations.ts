import { type AnyEvent, defineFeedCall } from '@cascade/contracts'
import {
  type CollectionSpec,
  cursorIdOf,
  type EventWeight,
  type FeedSource,
  inTransaction,
  type ServiceContext,
  type Snapshot,
  sleep,
  type Tx,
} from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import type { z } from 'zod'

/** Version of the stored format: another one triggers a rebuild. */
export const projectionsVersion = 6

type Building = { generation: number; startedAt: Date; reason: string; shape: number }
type GenerationState = {
  _id: 'views'
  active: number
  /** Version of the active generation. */
  shape: number
  building: Building | null
  /** Generations no longer in use, until they are removed. */
  retired: { generation: number; at: Date }[]
}
type CursorRow = { _id: string; lastSeq: number; lastId?: string; retired?: boolean }

export const generationCollections: readonly CollectionSpec[] = [{ name: 'generations' }]

const cursorIdFor = (generation: number, source: FeedSource) => cursorIdOf({ ...source, name: consumerOf(generation) })

/** A reader may use a cached generation this long; a retired one is kept far longer. */
const cacheMs = 500
const pollMs = 50

/** Which generation of the projections is active, and which one is being built. */
export function createGenerations({ client, db }: { client: MongoClient; db: Db }) {
  const rows = db.collection<GenerationState>('generations')
  const cursors = db.collection<CursorRow>('cursors')
  let cached: { prefix: string; shape: number; until: number } | undefined
  let notifyBuild = () => {}

  async function state(): Promise<GenerationState> {
    const row = await rows.findOne({ _id: 'views' })
    if (row) return row
    const fresh = { active: 1, shape: projectionsVersion, building: null, retired: [] }
    await rows.updateOne({ _id: 'views' }, { $setOnInsert: fresh }, { upsert: true })
    return state()
  }

  async function read(): Promise<{ prefix: string; shape: number }> {
    if (cached && cached.until > Date.now()) return cached
    const { active, shape } = await state()
    cached = { prefix: prefixOf(active), shape, until: Date.now() + cacheMs }
    return cached
  }

  /** Prefix of the active generation, and the number of the last event of a producer that it has applied. */
  async function readApplied(source: FeedSource, at?: Snapshot): Promise<{ prefix: string; position: number }> {
    const { active = 1 } = (await rows.findOne({ _id: 'views' }, at)) ?? {}
    const cursor = await cursors.findOne({ _id: cursorIdFor(active, source) }, at)
    return { prefix: prefixOf(active), position: Number(cursor?.lastSeq ?? 0) }
  }

  const readPositions = async (generation: number, sources: readonly FeedSource[], tx: Tx) => {
    const ids = sources.map(source => cursorIdFor(generation, source))
    const found = await cursors.find({ _id: { $in: ids } }, { session: tx }).toArray()
    return ids.map(id => Number(found.find(row => row._id === id)?.lastSeq ?? 0))
  }

  return {
    state,

    /** Collection prefix and version of the active generation. */
    read,

    prefix: async (): Promise<string> => (await read()).prefix,

    onBuild(listener: () => void) {
      notifyBuild = listener
    },

    /** Waits up to `withinMs` for the active generation to reach the producer's current head. @returns whether it has */
    async isCaughtUp({ call }: Pick<ServiceContext, 'call'>, source: FeedSource, withinMs = 0): Promise<boolean> {
      const until = Date.now() + withinMs
      const body = { after: (await readApplied(source)).position, limit: 1 }
      const { head } = await call(defineFeedCall(source.producer, source.feed), { body })
      while ((await readApplied(source)).position < head) {
        if (Date.now() >= until) return false
        await sleep(pollMs)
      }
      return true
    },

    applied: readApplied,

    async build(reason: string): Promise<Building> {
      const { active, building, retired } = await state()
      if (building) return building
      const used = [active, ...retired.map(each => each.generation)]
      const next = { generation: Math.max(...used) + 1, startedAt: new Date(), reason, shape: projectionsVersion }
      await rows.updateOne({ _id: 'views', building: null }, { $set: { building: next } })
      notifyBuild()
      return (await state()).building ?? next
    },

    /**
     * Rebuilds after a producer was reset to an earlier state. The active generation stops at the producer's `head`, so
     * that it is replaced as soon as the new one has reached it.
     */
    async rebuildAfterReset({ cursorId, head }: { cursorId: string; head: number }): Promise<void> {
      await this.build('a producer was reset to an earlier state')
      await cursors.updateOne({ _id: cursorId }, { $set: { lastSeq: head }, $unset: { lastId: '' } })
    },

    /**
     * Activates the new generation when it has caught up. A concurrent batch of the old one conflicts with this
     * transaction, so that no reader sees older data.
     */
    async switchWhenCaughtUp(sources: readonly FeedSource[]): Promise<boolean> {
      return inTransaction(client, async tx => {
        const row = await rows.findOne({ _id: 'views' }, { session: tx })
        if (!row?.building) return false
        const { active, building } = row
        const before = await readPositions(active, sources, tx)
        const after = await readPositions(building.generation, sources, tx)
        if (!after.every((seq, index) => seq >= (before[index] ?? 0))) return false
        const left = sources.map(source => cursorIdFor(active, source))
        await cursors.updateMany({ _id: { $in: left } }, { $set: { retired: true } }, { session: tx })
        const change = {
          $set: { active: building.generation, shape: building.shape, building: null },
          $push: { retired: { generation: active, at: new Date() } },
        }
        await rows.updateOne({ _id: 'views' }, change, { session: tx })
        return true
      })
    },

    async forget(generation: number, sources: readonly FeedSource[]) {
      const ids = sources.map(source => cursorIdFor(generation, source))
      await cursors.deleteMany({ _id: { $in: ids } })
      await db.collection('dead_letters').deleteMany({ projection: { $in: ids } })
      await rows.updateOne({ _id: 'views' }, { $pull: { retired: { generation } } })
    },
  }
}
export type Generations = ReturnType<typeof createGenerations>

/**
 * Data derived from a producer's events. It can be rebuilt next to the active one: each generation writes to its own
 * collections, whose names begin with `prefix`.
 */
export type Projection = FeedSource & {
  /** Events per transaction; fewer for events with many rows. */
  batchSize?: number
  weight?: EventWeight
  collections: (prefix: string) => readonly CollectionSpec[]
  schemas: Readonly<Record<string, z.ZodType<AnyEvent>>>
  /** Applies a batch, in the transaction that also moves the cursor. */
  project: (db: Db, prefix: string, events: readonly AnyEvent[], tx: Tx) => Promise<void>
}

export const prefixOf = (generation: number) => `g${generation}_`
export const consumerOf = (generation: number) => `reports-g${generation}`
