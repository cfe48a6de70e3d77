import type { Db, Document } from 'mongodb'
import { activityContentOf, type ChainRow, chainOf, leafOf, nameOf, nextHash, readChainHead } from './chain'
import { createHeadComparison, type ForeignHeads } from './compare-heads'
import { createDrawVerification, type DrawSources } from './verify-draws'
import { createLedgerVerification } from './verify-ledger'

const batchSize = 1_000
const dayMs = 86_400_000

export type LogVerification = {
  entries: number
  from: Date | undefined
  to: Date | undefined
  heads: number
  transfers: number
  /** Each is a sentence that names what was deleted, changed or inserted. */
  faults: string[]
  /** Entries that could not be compared, and why that is no fault. */
  notes: string[]
}

export type LogSources = ForeignHeads &
  DrawSources & {
    /** Databases of the services; they may be running. */
    databases: Record<'accounts' | 'live' | 'reports', Db>
    /** `LOGS_KEPT_DAYS`: older entries and activities may be missing. */
    retentionDays: number
    /** `DELETED_KEPT_DAYS` */
    deletedRetentionDays: number
  }

type Activity = Document & { _id: number; username: string; subject: string; at: Date }

/** Compares the whole chain with its entries, with the ledger and with heads that were kept elsewhere. */
export async function verifyLog(sources: LogSources): Promise<LogVerification> {
  const { databases, retentionDays, deletedRetentionDays } = sources
  const { accounts, reports } = databases
  const faults: string[] = []
  const notes: string[] = []
  const fail = (text: string) => void faults.push(text)
  const note = (text: string) => void notes.push(text)
  const isExpired = (at: Date, daysEarlier = 0) => at.getTime() < Date.now() - (retentionDays - daysEarlier) * dayMs
  const heads = await createHeadComparison(sources, { fail, note })
  const draws = createDrawVerification(sources, fail)
  const ledger = createLedgerVerification({ accounts, deletedRetentionDays }, fail)
  const logs = reports.collection<Activity>('logs')
  const counted = await readChainHead(reports)
  let entries = 0
  let first: ChainRow | undefined
  let last: ChainRow | undefined
  let lastActivity: number | undefined

  function checkLink(row: ChainRow) {
    if (!last && row._id > 1) {
      checkBeginning(row)
    } else if (row._id !== (last?._id ?? 0) + 1) {
      fail(`Entries ${(last?._id ?? 0) + 1} to ${row._id - 1} were deleted from the chain.`)
    } else if (nextHash(last?.hash ?? '', row) !== row.hash) {
      fail(`${nameOf(row)} was changed, inserted or moved in the chain: it does not follow the entry before it.`)
    }
    heads.compare(row)
    first ??= row
    last = row
    entries++
  }

  /** Entries may be missing only if the next one, or a head that counts them, is old enough, and none of less is newer. */
  function checkBeginning({ _id, entryAt }: ChainRow) {
    const before = _id - 1
    const newest = heads.newestBelow(before)
    const isOld = [entryAt, new Date(heads.oldestFrom(before)?.at ?? entryAt)].some(at => isExpired(at, 1))
    if (!isOld || (newest && !isExpired(new Date(newest.at), 1)))
      fail(`Entries up to ${before} were deleted from the chain before their time.`)
    else note(`Entries before ${_id} are no longer in the chain, which has them for ${retentionDays} days.`)
  }

  async function checkActivities(rows: readonly ChainRow[]) {
    const byNumber = new Map(rows.map(row => [Number(row.entryId), row]))
    const numbers = [...byNumber.keys()]
    if (numbers.length === 0) return
    lastActivity ??= await skipOlder(Math.min(...numbers))
    const to = Math.max(...numbers)
    const found = await logs.find({ _id: { $gt: lastActivity, $lte: to } }).toArray()
    const activities = new Map(found.map(activity => [activity._id, activity]))
    for (const [number, row] of byNumber) {
      const activity = activities.get(number)
      if (!activity) {
        if (!isExpired(row.entryAt)) fail(`${nameOf(row)} was deleted from the log.`)
      } else if (leafOf(activityContentOf(activity)) !== row.leaf)
        fail(`${nameOf(row)} was changed in the log: ${describe(activity)}.`)
    }
    for (const activity of found) if (!byNumber.has(activity._id)) failInserted(activity)
    lastActivity = Math.max(lastActivity, to)
  }

  const failInserted = (activity: Activity) =>
    fail(`Activity ${activity._id} was inserted in the log, the chain does not have it: ${describe(activity)}.`)

  async function skipOlder(number: number): Promise<number> {
    const isOlder = { _id: { $lt: number } }
    const older = await logs.countDocuments(isOlder)
    // Before entry 1 there are activities of 1.0.0, which had no chain.
    const since = first?._id === 1 ? first.entryAt : new Date(Date.now() - (retentionDays - 1) * dayMs)
    const inserted = await logs.countDocuments({ ...isOlder, at: { $gt: since } })
    if (inserted > 0) fail(`${inserted} activities before number ${number} are not in the chain, although it is older.`)
    else if (older > 0) note(`${older} activities before number ${number} are not in the chain.`)
    return number - 1
  }

  async function checkEntries(rows: readonly ChainRow[]) {
    const ofKind = (kind: ChainRow['kind']) => rows.filter(row => row.kind === kind)
    await checkActivities(ofKind('activity'))
    await draws.verify(ofKind('draw'))
    await ledger.verify(ofKind('ledger'))
  }

  async function checkRest() {
    let rows: ChainRow[] = []
    const rest = chainOf(reports).find({ _id: { $gt: last?._id ?? 0 } })
    for await (const row of rest.sort({ _id: 1 })) {
      checkLink(row)
      if (rows.push(row) < batchSize) continue
      await checkEntries(rows)
      rows = []
    }
    await checkEntries(rows)
  }

  await checkRest()
  // Read before the entries that were appended meanwhile, which include those of these activities.
  const tail = lastActivity === undefined ? [] : await logs.find({ _id: { $gt: lastActivity } }).toArray()
  await checkRest()
  for (const activity of tail) if (activity._id > (lastActivity ?? 0)) failInserted(activity)
  const size = last?._id ?? 0
  if (counted && counted.size > size) fail(`The last ${counted.size - size} entries were deleted from the chain.`)
  await draws.finish(first?.at)
  await ledger.finish()
  heads.finish(size)
  const { transfers } = ledger.figures()
  return { entries, from: first?.entryAt, to: last?.entryAt, heads: heads.count, transfers, faults, notes }
}

const describe = ({ username, subject, at }: Activity) => `${username}, ${subject}, ${at?.toISOString?.()}`
