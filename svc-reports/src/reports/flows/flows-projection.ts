import { isRole } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import { addDays, type Days, readersAbove } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { dayOfMonth, monthOf } from '../../projections/figures/figure-rows'
import type { Projection } from '../../projections/runtime/generations'

type Flow = { in?: bigint; out?: bigint }
/** Credit into and out of a subtree, by day; `_id` is `account|YYYY-MM`. */
type FlowRow = { _id: string; days: Record<string, Flow> }
type Transfer = TransferRecorded['data']
/** By account and day. */
type Sums = Map<string, Map<string, Required<Flow>>>
type Party = Transfer['source']

const transferType = TransferRecorded.shape.type.value
const flowsName = (prefix: string) => `${prefix}flows`

/** Credit across the border of each subtree; transfers within it do not count. */
export const flowsProjection: Projection = {
  producer: 'accounts',
  feed: creditFeedName,
  collections: prefix => [{ name: flowsName(prefix) }],
  schemas: { [transferType]: TransferRecorded },
  async project(db, prefix, events, tx) {
    const sums: Sums = new Map()
    for (const event of events) {
      if (event.type === transferType) addFlows(sums, (event as TransferRecorded).data)
    }
    const writes = [...toIncrements(sums)].map(([_id, values]) => ({
      updateOne: { filter: { _id }, update: { $inc: values }, upsert: true },
    }))
    if (writes.length > 0) await db.collection<FlowRow>(flowsName(prefix)).bulkWrite(writes, { session: tx })
  },
}

/** A reversal reduces, on its own day, what the reversed transfer added. */
function addFlows(sums: Sums, { source, destination, amount, bizDate, reverses }: Transfer) {
  const [from, to] = reverses ? [destination, source] : [source, destination]
  const senders = subtreesOf(from)
  const receivers = subtreesOf(to)
  const value = reverses ? -BigInt(amount) : BigInt(amount)
  const add = (account: string, direction: keyof Flow) => {
    const days = sums.get(account) ?? new Map<string, Required<Flow>>()
    const flow = days.get(bizDate) ?? { in: 0n, out: 0n }
    flow[direction] += value
    days.set(bizDate, flow)
    sums.set(account, days)
  }
  for (const account of receivers) if (!senders.includes(account)) add(account, 'in')
  for (const account of senders) if (!receivers.includes(account)) add(account, 'out')
}

function toIncrements(sums: Sums): Map<string, Record<string, bigint>> {
  const increments = new Map<string, Record<string, bigint>>()
  for (const [account, days] of sums) {
    for (const [day, flow] of days) {
      const id = `${account}|${monthOf(day)}`
      const own = increments.get(id) ?? {}
      increments.set(id, own)
      if (flow.in !== 0n) own[`days.${dayOfMonth(day)}.in`] = flow.in
      if (flow.out !== 0n) own[`days.${dayOfMonth(day)}.out`] = flow.out
    }
  }
  return increments
}

/** The subtrees that contain a party, including its own. Issuer and pools are outside of all. */
function subtreesOf({ walletId, role, ancestry }: Party): readonly string[] {
  if (!isRole(role)) return []
  const subtrees = readersAbove(ancestry)
  return subtrees.includes(walletId) ? subtrees : [...subtrees, walletId]
}

/** Credit of each of the days into and out of a subtree. */
export async function readFlows(
  db: Db,
  prefix: string,
  account: string,
  days: Days,
): Promise<Map<string, Required<Flow>>> {
  const flows = (await readFlowsByAccount(db, prefix, [account], days)).get(account)
  const all = new Map<string, Required<Flow>>()
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) all.set(day, flows?.get(day) ?? { in: 0n, out: 0n })
  return all
}

/** Flows by account and day, of days with credit only. The days are those of at most two months. */
export async function readFlowsByAccount(
  db: Db,
  prefix: string,
  accounts: readonly string[],
  { from, to }: Days,
): Promise<Sums> {
  const months = [...new Set([monthOf(from), monthOf(to)])]
  const ids = accounts.flatMap(account => months.map(month => `${account}|${month}`))
  const sums: Sums = new Map()
  for (const { _id, days } of await db
    .collection<FlowRow>(flowsName(prefix))
    .find({ _id: { $in: ids } })
    .toArray()) {
    const [account = '', month = ''] = _id.split('|')
    const own = sums.get(account) ?? new Map<string, Required<Flow>>()
    sums.set(account, own)
    for (const [date, { in: came = 0n, out = 0n }] of Object.entries(days)) {
      const day = `${month}-${date}`
      if (day >= from && day <= to) own.set(day, { in: BigInt(came), out: BigInt(out) })
    }
  }
  return sums
}
