import { isRole } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import { addDays, type Days, everybody } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { dayOfMonth, monthOf } from '../figures/figure-rows'
import type { View } from '../views/view'

type Flow = { in?: bigint; out?: bigint }
/** Credit that came into a subtree from outside and that left it, by day; `_id` is `account|YYYY-MM`. */
type FlowRow = { _id: string; days: Record<string, Flow> }
type Transfer = TransferRecorded['data']
type Side = Transfer['source']

const transferType = TransferRecorded.shape.type.value
const flowsName = (prefix: string) => `${prefix}flows`

/** How much credit crosses the border of each subtree; what moves within it does not count. */
export const flowsView: View = {
  producer: 'accounts',
  feed: creditFeedName,
  plans: prefix => [{ name: flowsName(prefix) }],
  schemas: { [transferType]: TransferRecorded },
  async project(db, prefix, events, tx) {
    const sums = new Map<string, Record<string, bigint>>()
    for (const event of events) {
      if (event.type === transferType) addFlows(sums, (event as TransferRecorded).data)
    }
    const writes = [...sums].map(([_id, values]) => ({
      updateOne: { filter: { _id }, update: { $inc: values }, upsert: true },
    }))
    if (writes.length > 0) await db.collection<FlowRow>(flowsName(prefix)).bulkWrite(writes, { session: tx })
  },
}

function addFlows(sums: Map<string, Record<string, bigint>>, { source, destination, amount, bizDate }: Transfer) {
  const giving = subtreesOf(source)
  const getting = subtreesOf(destination)
  const add = (account: string, direction: keyof Flow) => {
    const id = `${account}|${monthOf(bizDate)}`
    const own = sums.get(id) ?? {}
    sums.set(id, own)
    const path = `days.${dayOfMonth(bizDate)}.${direction}`
    own[path] = (own[path] ?? 0n) + BigInt(amount)
  }
  for (const account of getting) if (!giving.has(account)) add(account, 'in')
  for (const account of giving) if (!getting.has(account)) add(account, 'out')
}

/** The subtrees in which a side stands; issuer and pools stand outside of all. */
function subtreesOf({ walletId, role, ancestry }: Side): ReadonlySet<string> {
  if (!isRole(role)) return new Set()
  const { superadmin: _isTop, ...above } = ancestry
  return new Set([everybody, walletId, ...Object.values(above).filter(id => id !== undefined)])
}

/** The flows of a subtree, day by day. */
export async function flowsOf(
  db: Db,
  prefix: string,
  account: string,
  days: Days,
): Promise<Map<string, Required<Flow>>> {
  const months = [...new Set([monthOf(days.from), monthOf(days.to)])]
  const rows = await db
    .collection<FlowRow>(flowsName(prefix))
    .find({ _id: { $in: months.map(month => `${account}|${month}`) } })
    .toArray()
  const flows = new Map<string, Required<Flow>>()
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    const found = rows.find(({ _id }) => _id.endsWith(monthOf(day)))?.days[dayOfMonth(day)]
    flows.set(day, { in: BigInt(found?.in ?? 0n), out: BigInt(found?.out ?? 0n) })
  }
  return flows
}
