import { CashRecorded } from '@cascade/contracts/accounts'
import { type Days, inSnapshot } from '@cascade/service-kit'
import type { AnyBulkWriteOperation } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { nodeOf } from '../../projections/figures/edges'
import type { Projection } from '../../projections/runtime/generations'

/** A current account: `_id` is `parent|child`, `parent` the node of the tree, one for all superadmins. */
export type CashPair = { _id: string; parent: string; child: string; balance: bigint }
/** Its changes on a business day, by settlements and by everything else; `_id` is `parent|child|YYYY-MM-DD`. */
export type CashDay = { _id: string; parent: string; child: string; day: string; settled?: bigint; paid?: bigint }

const cashType = CashRecorded.shape.type.value

export const cashNames = (prefix: string) => ({ pairs: `${prefix}cash_pairs`, days: `${prefix}cash_days` })

/** Current accounts by business day. Balances are those of the events, so that the days can be verified with them. */
export const cashProjection: Projection = {
  producer: 'accounts',
  collections: prefix => [
    { name: cashNames(prefix).pairs, indexes: [{ key: { parent: 1 } }] },
    { name: cashNames(prefix).days, indexes: [{ key: { parent: 1, day: 1 } }] },
  ],
  schemas: { [cashType]: CashRecorded },
  async project(db, prefix, events, tx) {
    const entries = events.flatMap(event => (event.type === cashType ? [(event as CashRecorded).data] : []))
    if (entries.length === 0) return
    const names = cashNames(prefix)
    await db.collection<CashPair>(names.pairs).bulkWrite(entries.map(toPairWrite), { session: tx })
    await db.collection<CashDay>(names.days).bulkWrite(entries.map(toDayWrite), { session: tx })
  },
}

type Entry = CashRecorded['data']

const idOf = ({ parent, child }: Entry) => `${parent.accountId}|${child.accountId}`
const edgeFields = ({ parent, child }: Entry) => ({
  parent: nodeOf({ _id: parent.accountId, role: parent.role }),
  child: child.accountId,
})

const toPairWrite = (entry: Entry): AnyBulkWriteOperation<CashPair> => ({
  updateOne: {
    filter: { _id: idOf(entry) },
    update: { $set: { ...edgeFields(entry), balance: BigInt(entry.balance) } },
    upsert: true,
  },
})

const toDayWrite = (entry: Entry): AnyBulkWriteOperation<CashDay> => ({
  updateOne: {
    filter: { _id: `${idOf(entry)}|${entry.bizDate}` },
    update: {
      $set: { ...edgeFields(entry), day: entry.bizDate },
      $inc: { [entry.kind === 'settled' ? 'settled' : 'paid']: BigInt(entry.amount) },
    },
    upsert: true,
  },
})

/** A current account in a week, in hundredths: `opening` + `settled` + `paid` = `closing`. */
export type CashWeek = Record<(typeof cashFields)[number], bigint>
export const cashFields = ['opening', 'settled', 'paid', 'closing'] as const
export const emptyCash = (): CashWeek => ({ opening: 0n, settled: 0n, paid: 0n, closing: 0n })

/**
 * Current accounts below a node of the tree, by child. They are counted back from now, so that recent weeks are cheap.
 */
export async function readCash(
  { client, db }: Pick<ReportsDeps, 'client' | 'db'>,
  prefix: string,
  parent: string,
  days: Days,
): Promise<Map<string, CashWeek>> {
  const names = cashNames(prefix)
  const [pairs, changes] = await inSnapshot(client, db, async at => [
    await db.collection<CashPair>(names.pairs).find({ parent }, at).toArray(),
    await db
      .collection<CashDay>(names.days)
      .find({ parent, day: { $gte: days.from } }, at)
      .toArray(),
  ])
  const weeks = new Map<string, CashWeek>()
  const weekOf = (child: string) => {
    const week = weeks.get(child) ?? emptyCash()
    weeks.set(child, week)
    return week
  }
  for (const { child, balance } of pairs) weekOf(child).closing += balance
  for (const { child, day, settled = 0n, paid = 0n } of changes) {
    const week = weekOf(child)
    if (day > days.to) week.closing -= settled + paid
    else {
      week.settled += settled
      week.paid += paid
    }
  }
  for (const week of weeks.values()) week.opening = week.closing - week.settled - week.paid
  return weeks
}
