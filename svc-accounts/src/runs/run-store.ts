import type { CreateAccountInput, LimitsInput, PaidAs, RunRow, Run as RunView } from '@cascade/contracts/accounts'
import type { Actor, CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { splitWindow, type Window } from '../accounts/lists/windows'
import type { NewSettlement } from '../settlements/settlement-rules'

const retentionSeconds = 30 * 86_400
const rowsPerPart = 50
/** Rows per document, processed together; fewer where each costs hashes, so that other runs get their turn. */
const rowsPerPartOf = ({ operation }: Pick<Run, 'operation'>) =>
  operation === 'create' ? 10 : operation === 'close-week' ? 400 : rowsPerPart

/** One operation on many accounts. Its rows are stored in parts that are processed in order. */
export type Run = Pick<RunView, 'operation' | 'role' | 'parentId' | 'undoes' | 'undoneBy'> & {
  _id: string
  actor: Actor
  requestId: string
  /** Password version at the start; after a password change, a run that gives credit stops. */
  passwordVersion: number
  /** The request without the password, to detect a reused key. */
  request: string
  /** Hundredths. */
  amount?: bigint
  limits?: LimitsInput
  paidAs?: PaidAs
  note: string
  total: number
  /** Number of rejected rows per finished part. */
  refusedIn: number[]
  /** Written by each created account, so that it conflicts with another process that finishes the part. */
  claims?: number
  state: 'running' | 'done' | 'stopped'
  why?: string
  startedAt: Date
  endedAt?: Date
}

/**
 * `sealed`: encrypted secrets, until the row is processed. `statusVersion`: version of the account after this row changed
 * its status; in a run that undoes another one and has not reached the row, after the change to undo. `settlement` is
 * frozen by a close, `settlementId` is to be paid.
 */
export type Row = Omit<RunRow, 'state' | 'fields'> & Hidden & { fields?: NewFields }
type Hidden = { sealed?: string; statusVersion?: number; settlement?: NewSettlement; settlementId?: string }
type NewFields = Omit<CreateAccountInput, 'games' | 'role' | 'authUser'>
type Part = { _id: string; rows: Row[]; startedAt: Date }

export const runCollections: readonly CollectionSpec[] = [
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
const partsOf = (run: Run) => Math.ceil(run.total / rowsPerPartOf(run))
const sizeOf = (run: Run, at: number) => Math.min(rowsPerPartOf(run), run.total - at * rowsPerPartOf(run))

const countsOf = (run: Run, state: RunRow['state'] | undefined): number[] =>
  Array.from({ length: partsOf(run) }, (_, at) => {
    const size = sizeOf(run, at)
    const rejected = run.refusedIn[at]
    if (state === undefined) return size
    if (rejected === undefined) return state === 'waiting' ? size : 0
    if (state === 'waiting') return 0
    return state === 'refused' ? rejected : size - rejected
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

    /** Operations of the running runs of an actor. Concurrent starts write the same row and so conflict. */
    async runningOperations(accountId: string, tx: Tx): Promise<Run['operation'][]> {
      await starters.updateOne({ _id: accountId }, { $inc: { starts: 1 } }, { upsert: true, session: tx })
      const own = { 'actor.accountId': accountId, state: 'running' as const }
      const found = await runs.find(own, { session: tx, projection: { operation: 1 } }).toArray()
      return found.map(({ operation }) => operation)
    },

    async insert(run: Run, rows: readonly Row[], tx: Tx) {
      const { _id, startedAt, undoes } = run
      await runs.insertOne(run, { session: tx })
      if (undoes !== undefined) await runs.updateOne({ _id: undoes }, { $set: { undoneBy: _id } }, { session: tx })
      const size = rowsPerPartOf(run)
      const documents = Array.from({ length: partsOf(run) }, (_, at) => ({
        _id: partIdOf(_id, at),
        rows: rows.slice(at * size, (at + 1) * size),
        startedAt,
      }))
      if (documents.length > 0) await parts.insertMany(documents, { session: tx })
    },

    async next({ _id, refusedIn }: Run): Promise<Row[]> {
      return (await parts.findOne({ _id: partIdOf(_id, refusedIn.length) }))?.rows ?? []
    },

    /** A write of the next part's transactions. @throws Error if another process has already advanced the run */
    async guardPart({ _id, refusedIn }: Run, tx: Tx) {
      const guarded = await runs.updateOne({ _id, refusedIn }, { $inc: { claims: 1 } }, { session: tx })
      if (guarded.matchedCount === 0) throw new Error(`run ${_id} was advanced by another process`)
    },

    /**
     * Stores the results of the next part. A run that was stopped in the meantime stays stopped.
     * @throws Error if another process has already advanced the run
     */
    async advance({ _id, refusedIn }: Run, { rows, at, why }: PartResult, tx: Tx) {
      const run = await runs.findOne({ _id }, { session: tx })
      if (run?.refusedIn.length !== refusedIn.length) throw new Error(`run ${_id} was advanced by another process`)
      const rejected = rows.filter(({ message }) => message !== undefined).length
      const isLast = refusedIn.length + 1 === partsOf(run)
      const stopped = why === undefined ? undefined : { state: 'stopped' as const, why, endedAt: at }
      const endState = isLast ? { state: 'done' as const, endedAt: at } : stopped
      await runs.updateOne(
        { _id },
        { $push: { refusedIn: rejected }, ...(run.state === 'running' && endState ? { $set: endState } : {}) },
        { session: tx },
      )
      await parts.updateOne({ _id: partIdOf(_id, refusedIn.length) }, { $set: { rows: [...rows] } }, { session: tx })
    },

    /** Ends a running run, and deletes the secrets of its remaining rows. */
    async stop(run: Run, { why, at }: { why: string; at: Date }, tx: Tx) {
      const { _id, operation } = run
      const ended = { state: 'stopped' as const, why, endedAt: at }
      await runs.updateOne({ _id, state: 'running' }, { $set: ended }, { session: tx })
      if (operation !== 'create') return
      const ids = Array.from({ length: partsOf(run) }, (_, at) => partIdOf(_id, at))
      await parts.updateMany({ _id: { $in: ids } }, { $unset: { 'rows.$[].sealed': '' } }, { session: tx })
    },

    /** Accounts whose status the run has changed. */
    async changedRows({ _id, refusedIn }: Run): Promise<Row[]> {
      const processed = refusedIn.map((_, at) => partIdOf(_id, at))
      const found = await parts.find({ _id: { $in: processed } }).toArray()
      return found.flatMap(({ rows }) => rows.filter(({ changed }) => changed))
    },

    async rows(
      run: Run,
      state: RunRow['state'] | undefined,
      window: Window,
    ): Promise<{ rows: RunRow[]; total: number }> {
      const counts = countsOf(run, state)
      const requested = splitWindow(counts, window).flatMap((part, at) => (part.limit > 0 ? [{ ...part, at }] : []))
      const found = await parts.find({ _id: { $in: requested.map(({ at }) => partIdOf(run._id, at)) } }).toArray()
      const byId = new Map(found.map(part => [part._id, part.rows]))
      const rows = requested.flatMap(({ at, skip, limit }) =>
        (byId.get(partIdOf(run._id, at)) ?? [])
          .map(row => ({ ...visibleOf(row), state: stateOf(run, at, row) }))
          .filter(row => state === undefined || row.state === state)
          .slice(skip, skip + limit),
      )
      return { rows, total: sumOf(counts) }
    },
  }
}

export function visibleOf(row: Row): Omit<Row, keyof Hidden> {
  const { sealed: _sealed, statusVersion: _version, settlement: _settlement, settlementId: _id, ...visible } = row
  return visible
}

function stateOf({ refusedIn }: Run, at: number, { message }: Row): RunRow['state'] {
  if (at >= refusedIn.length) return 'waiting'
  return message === undefined ? 'done' : 'refused'
}
