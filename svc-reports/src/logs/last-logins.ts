import type { ActivityRecorded } from '@cascade/contracts/gateway'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { isLogin } from './log-facts'

type LoginRow = { _id: string; at: Date }

const loginsName = 'last_logins'
export const lastLoginPlans: readonly CollectionPlan[] = [{ name: loginsName }]

/** Remembers when each account signed in last, from the activities of signing in. */
export async function keepLastLogins(db: Db, events: readonly ActivityRecorded[], tx: Tx): Promise<void> {
  const writes = events.filter(isSignIn).map(({ at, data }) => ({
    updateOne: { filter: { _id: data.accountId ?? '' }, update: { $max: { at: new Date(at) } }, upsert: true },
  }))
  if (writes.length > 0) await db.collection<LoginRow>(loginsName).bulkWrite(writes, { session: tx })
}

const isSignIn = ({ data }: ActivityRecorded) =>
  data.accountId !== null && data.status < 400 && isLogin(data.requestUrl)

export async function lastLoginsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .collection<LoginRow>(loginsName)
    .find({ _id: { $in: [...accountIds] } })
    .toArray()
  return new Map(rows.map(({ _id, at }) => [_id, at]))
}
