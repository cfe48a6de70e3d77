import type { RunInput, RunRow } from '@cascade/contracts/accounts'
import type { Actor, CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Window, windowsOf } from '../accounts/directory/windows'

const retentionSeconds = 30 * 86_400
/** Rows per document, processed together; a restart repeats at most this many. */
const rowsPerPart = 50

/** A bulk job: one operation on many accounts. Its rows are stored in parts that are processed in order. */
export type Run = Pick<RunInput, 'operation' | 'role' | 'parentId'> & {
  _id: string
  actor: Actor
  requestId: string
  /** Password version at the start; after a password change, a run that gives credit stops. */
  passwordVersion: number
  /** The request without the password, to detect a reused key. */
  request: string
  /** Hundredths. */
  amount?: bigint
  note: string
  total: number
  /** Number of rejected rows per finished part. */
  refusedIn: number[]
  state: 'running' | 'done' | 'stopped'
  why?: string
  startedAt: Date
  endedAt?: Date
}

type Row = Pick<RunRow, 'accountId' | 'username' | 'message'>
type Part = { _id: string; rows: Row[]; startedAt: Date }

export const runPlans: readonly CollectionPlan[] = [
  {
    name: 'runs',
    indexes: [
      { key: { 'actor.accountId': 1 } },
      { key: { state: 1 } },
      { key: { startedAt: 1 }, options: { expireAfterSeconds: retentionSeconds } },
    ],
  },
  { name: 'run_starters' },
  { name: 'run_parts', indexes: [{ key: { startedAt: 1 }, options: { expireAfterSeconds: retentionSeconds } }] },
]

const partIdOf = (runId: string, at: number) => `${runId}|${at}`
const partsOf = ({ total }: Pick<Run, 'total'>) => Math.ceil(total / rowsPerPart)
const sizeOf = ({ total }: Pick<Run, 'total'>, at: number) => Math.min(rowsPerPart, total - at * rowsPerPart)

const countsOf = (run: Run, state: RunRow['state'] | undefined): number[] =>
  Array.from({ length: partsOf(run) }, (_, at) => {
    const size = sizeOf(run, at)
    const refused = run.refusedIn[at]
    if (state === undefined) return size
    if (refused === undefined) return state === 'waiting' ? size : 0
    if (state === 'waiting') return 0
    return state === 'refused' ? refused : size - refused
  })

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

export const doneCountOf = (run: Run) => sumOf(countsOf(run, 'done'))
export const rejectedCountOf = (run: Run) => sumOf(countsOf(run, 'refused'))

/** `why`: reason to stop the rest of the run. */
type PartResult = { rows: readonly Row[]; at: Date; why: string | undefined }

export function createRunStore(db: Db) {
  const runs: Collection<Run> = db.collection('runs')
  const parts: Collection<Part> = db.collection('run_parts')
  const starters: Collection<{ _id: string; starts: number }> = db.collection('run_starters')

  return {
    find: (id: string) => runs.findOne({ _id: id }),

    /** Newest first. */
    async ofActor(accountId: string, { skip, limit }: Window) {
      const own = { 'actor.accountId': accountId }
      const [rows, total] = await Promise.all([
        runs.find(own).sort({ startedAt: -1 }).skip(skip).limit(limit).toArray(),
        runs.countDocuments(own),
      ])
      return { rows, total }
    },

    running: (): Promise<Run[]> => runs.find({ state: 'running' }).toArray(),

    /** Number of running runs of an actor. Concurrent starts write the same row and so conflict. */
    async countRunning(accountId: string, tx: Tx): Promise<number> {
      await starters.updateOne({ _id: accountId }, { $inc: { starts: 1 } }, { upsert: true, session: tx })
      const own = { 'actor.accountId': accountId, state: 'running' as const }
      return (await runs.find(own, { session: tx, projection: { _id: 1 } }).toArray()).length
    },

    async insert(run: Run, rows: readonly Row[], tx: Tx) {
      const { _id, startedAt } = run
      await runs.insertOne(run, { session: tx })
      const documents = Array.from({ length: partsOf(run) }, (_, at) => ({
        _id: partIdOf(_id, at),
        rows: rows.slice(at * rowsPerPart, (at + 1) * rowsPerPart),
        startedAt,
      }))
      await parts.insertMany(documents, { session: tx })
    },

    async next({ _id, refusedIn }: Run): Promise<Row[]> {
      return (await parts.findOne({ _id: partIdOf(_id, refusedIn.length) }))?.rows ?? []
    },

    /**
     * Stores the results of the next part. A run that was stopped in the meantime stays stopped.
     * @throws Error if another process has already advanced the run
     */
    async advance({ _id, refusedIn }: Run, { rows, at, why }: PartResult, tx: Tx) {
      const run = await runs.findOne({ _id }, { session: tx })
      if (run?.refusedIn.length !== refusedIn.length) throw new Error(`run ${_id} was advanced by another process`)
      const refused = rows.filter(({ message }) => message !== undefined).length
      const isLast = refusedIn.length + 1 === partsOf(run)
      const stopped = why === undefined ? undefined : { state: 'stopped' as const, why, endedAt: at }
      const endState = isLast ? { state: 'done' as const, endedAt: at } : stopped
      await runs.updateOne(
        { _id },
        { $push: { refusedIn: refused }, ...(run.state === 'running' && endState ? { $set: endState } : {}) },
        { session: tx },
      )
      if (refused === 0) return
      await parts.updateOne({ _id: partIdOf(_id, refusedIn.length) }, { $set: { rows: [...rows] } }, { session: tx })
    },

    stop: (id: string, why: string, endedAt: Date) =>
      runs.updateOne({ _id: id, state: 'running' }, { $set: { state: 'stopped', why, endedAt } }),

    async rows(
      run: Run,
      state: RunRow['state'] | undefined,
      window: Window,
    ): Promise<{ rows: RunRow[]; total: number }> {
      const counts = countsOf(run, state)
      const requested = windowsOf(counts, window).flatMap((part, at) => (part.limit > 0 ? [{ ...part, at }] : []))
      const found = await parts.find({ _id: { $in: requested.map(({ at }) => partIdOf(run._id, at)) } }).toArray()
      const byId = new Map(found.map(part => [part._id, part.rows]))
      const rows = requested.flatMap(({ at, skip, limit }) =>
        (byId.get(partIdOf(run._id, at)) ?? [])
          .map(row => ({ ...row, state: stateOf(run, at, row) }))
          .filter(row => state === undefined || row.state === state)
          .slice(skip, skip + limit),
      )
      return { rows, total: sumOf(counts) }
    },
  }
}

function stateOf({ refusedIn }: Run, at: number, { message }: Row): RunRow['state'] {
  if (at >= refusedIn.length) return 'waiting'
  return message === undefined ? 'done' : 'refused'
}
