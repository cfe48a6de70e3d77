import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { AccountsDeps } from '../deps'

type GatewayPresence = { _id: string; online: string[]; at: Date }

export const presencePlans: readonly CollectionPlan[] = [
  { name: 'presence', indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 3600 } }] },
]

/** A gateway that was not heard of for so long holds no connections any more. */
const forgottenAfterMs = 60_000
const presenceOf = (db: Db): Collection<GatewayPresence> => db.collection('presence')

/** Keeps which accounts hold a connection at one gateway, and marks who is online at any. */
export async function keepPresence(deps: AccountsDeps, gatewayId: string, online: readonly string[]): Promise<void> {
  const now = deps.now()
  const rows = presenceOf(deps.db)
  await rows.updateOne({ _id: gatewayId }, { $set: { online: [...new Set(online)], at: now } }, { upsert: true })
  const fresh = await rows.find({ at: { $gt: new Date(now.getTime() - forgottenAfterMs) } }).toArray()
  const here = new Set(fresh.flatMap(row => row.online))
  const marked = await deps.accounts.rows.find({ isLoggedIn: true }).project<{ _id: string }>({ _id: 1 }).toArray()
  const before = new Set(marked.map(({ _id }) => _id))
  const gone = [...before].filter(id => !here.has(id))
  const come = [...here].filter(id => !before.has(id))
  if (gone.length > 0) await mark(deps, gone, false)
  if (come.length > 0) await mark(deps, come, true)
}

const mark = (deps: AccountsDeps, ids: string[], isLoggedIn: boolean) =>
  deps.accounts.rows.updateMany({ _id: { $in: ids } }, { $set: { isLoggedIn } })
