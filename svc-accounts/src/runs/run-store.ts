import type { RunInput, RunRow } from '@cascade/contracts/accounts'
import type { Actor, CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Window, windowsOf } from '../accounts/directory/windows'

const keptSeconds = 30 * 86_400
/** Rows of one document, which are done together: what a restart repeats at most. */
const rowsPerPart = 50

/** One operation for many accounts. Its rows lie in parts, done one after the other. */
export type Run = Pick<RunInput, 'operation' | 'role' | 'parentId'> & {
  _id: string
  actor: Actor
  /** Of the call that started it. */
  requestId: string
  /** Of the actor's password when it was proved; with another one the run may not go on giving credit. */
  passwordVersion: number
  /** What was asked for, without the password. */
  request: string
  /** Hundredths. */
  amount?: bigint
  note: string
  total: number
  /** Of each part that is over, how many of its rows were refused. */
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
      { key: { startedAt: 1 }, options: { expireAfterSeconds: keptSeconds } },
    ],
  },
  { name: 'run_starters' },
  { name: 'run_parts', indexes: [{ key: { startedAt: 1 }, options: { expireAfterSeconds: keptSeconds } }] },
]

const partIdOf = (runId: string, at: number) => `${runId}|${at}`
const partsOf = ({ total }: Pick<Run, 'total'>) => Math.ceil(total / rowsPerPart)
const sizeOf = ({ total }: Pick<Run, 'total'>, at: number) => Math.min(rowsPerPart, total - at * rowsPerPart)

/** How many rows are in a state, part by part. */
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

export const doneOf = (run: Run) => sumOf(countsOf(run, 'done'))
export const refusedOf = (run: Run) => sumOf(countsOf(run, 'refused'))

/** `why` the rest of the run is not done. */
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

    /** Of everybody. */
    running: (): Promise<Run[]> => runs.find({ state: 'running' }).toArray(),

    /** How many of one actor are under way. Two who ask at once write the same row, so one of them counts the other's. */
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

    /** The rows that are to be done next. */
    async next({ _id, refusedIn }: Run): Promise<Row[]> {
      return (await parts.findOne({ _id: partIdOf(_id, refusedIn.length) }))?.rows ?? []
    },

    /**
     * Keeps what became of the next rows. A run that was stopped meanwhile stays stopped.
     * @throws Error when somebody else has done so already
     */
    async advance({ _id, refusedIn }: Run, { rows, at, why }: PartResult, tx: Tx) {
      const run = await runs.findOne({ _id }, { session: tx })
      if (run?.refusedIn.length !== refusedIn.length) throw new Error(`Run ${_id} is further on by now`)
      const refused = rows.filter(({ message }) => message !== undefined).length
      const isLast = refusedIn.length + 1 === partsOf(run)
      const stopped = why === undefined ? undefined : { state: 'stopped' as const, why, endedAt: at }
      const over = isLast ? { state: 'done' as const, endedAt: at } : stopped
      await runs.updateOne(
        { _id },
        { $push: { refusedIn: refused }, ...(run.state === 'running' && over ? { $set: over } : {}) },
        { session: tx },
      )
      if (refused === 0) return
      await parts.updateOne({ _id: partIdOf(_id, refusedIn.length) }, { $set: { rows: [...rows] } }, { session: tx })
    },

    /** What is under way ends; a run that is over stays what it is. */
    stop: (id: string, why: string, endedAt: Date) =>
      runs.updateOne({ _id: id, state: 'running' }, { $set: { state: 'stopped', why, endedAt } }),

    /** Rows in their order, those of one state where it is named. */
    async rows(
      run: Run,
      state: RunRow['state'] | undefined,
      window: Window,
    ): Promise<{ rows: RunRow[]; total: number }> {
      const counts = countsOf(run, state)
      const wanted = windowsOf(counts, window).flatMap((part, at) => (part.limit > 0 ? [{ ...part, at }] : []))
      const found = await parts.find({ _id: { $in: wanted.map(({ at }) => partIdOf(run._id, at)) } }).toArray()
      const byId = new Map(found.map(part => [part._id, part.rows]))
      const rows = wanted.flatMap(({ at, skip, limit }) =>
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
