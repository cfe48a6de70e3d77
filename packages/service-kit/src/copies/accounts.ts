import { type AnyEvent, isBackOfficeRole } from '@cascade/contracts'
import { type AccountSnapshot, type Ancestry, accountEvents } from '@cascade/contracts/accounts'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import { notFound } from '../base/errors'
import type { CollectionPlan } from '../data/mongo'
import type { Feed } from '../events/feed-cursor'
import type { Actor } from '../identity/tokens'

/** An account as a service keeps it for scope checks and names; `nameKey` is the username in lower case. */
export type AccountRow = Omit<AccountSnapshot, 'accountId' | 'createdAt'> & {
  _id: string
  nameKey: string
  createdAt: Date
}

export const accountTreePlans: readonly CollectionPlan[] = [{ name: 'accounts', indexes: [{ key: { role: 1 } }] }]

/** Schemas of the events that `projectAccountTree` takes. */
export const accountTreeSchemas: Readonly<Record<string, z.ZodType<AnyEvent>>> = {
  'accounts.account.created.v1': accountEvents.created,
  'accounts.account.updated.v1': accountEvents.updated,
  'accounts.account.status-changed.v1': accountEvents.statusChanged,
  'accounts.account.deleted.v1': accountEvents.deleted,
}

export const accountsOf = (db: Db): Collection<AccountRow> => db.collection('accounts')

/** Writes the account snapshots among `events` to the service's copy of the tree; other events are passed over. */
export async function projectAccountTree(db: Db, events: readonly AnyEvent[], session: ClientSession): Promise<void> {
  const snapshots = events.filter(event => event.type in accountTreeSchemas).map(event => event.data as AccountSnapshot)
  await keepNewest(accountsOf(db), snapshots.map(toRow), session)
}

function toRow({ accountId, createdAt, ...rest }: AccountSnapshot): AccountRow {
  return { _id: accountId, ...rest, nameKey: rest.username.toLowerCase(), createdAt: new Date(createdAt) }
}

/** The copy of the tree that a service keeps, as one of its feeds. @param name of the service's cursor. */
export const accountTreeFeed = (name: string): Feed => ({
  producer: 'accounts',
  name,
  plans: accountTreePlans,
  schemas: accountTreeSchemas,
  project: projectAccountTree,
})

/** True for oneself and everybody below; a superadmin's scope is everybody. */
export function isInScope(
  actor: Pick<Actor, 'accountId' | 'role'>,
  account: { _id: string; ancestry: Ancestry } | null | undefined,
): boolean {
  if (!account) return false
  if (actor.role === 'superadmin' || account._id === actor.accountId) return true
  return isBackOfficeRole(actor.role) && account.ancestry[actor.role] === actor.accountId
}

/** The accounts `isInScope` is true for, as a query of the copy. */
export function subtreeFilter(actor: Pick<Actor, 'accountId' | 'role'>): Record<string, string> {
  if (actor.role === 'superadmin') return {}
  return isBackOfficeRole(actor.role) ? { [`ancestry.${actor.role}`]: actor.accountId } : { _id: actor.accountId }
}

/**
 * An account of the actor's scope, deleted ones included.
 * @throws AppError NOT_FOUND, the same for what does not exist and for what is outside.
 */
export async function accountInScope(
  db: Db,
  actor: Pick<Actor, 'accountId' | 'role'>,
  id: string,
): Promise<AccountRow> {
  const account = await accountsOf(db).findOne({ _id: id })
  if (!account || !isInScope(actor, account)) throw notFound()
  return account
}

type Listed = Pick<AccountRow, '_id' | 'role'>

/** The reader that superadmins are: everything stands in its lists. */
export const everybody = '*'

/** The reader that an account is: itself, and `everybody` for superadmins. */
export const readerOf = ({ _id, role }: Listed): string => (role === 'superadmin' ? everybody : _id)

/** In whose lists stands what happens to an account: those above it, superadmins as one; not its own. */
export function readersAbove({ superadmin: _seesEverything, ...above }: Ancestry): string[] {
  return [everybody, ...Object.values(above).filter(id => id !== undefined)]
}

/**
 * The account whose list is shown.
 * @param chosen an account of the actor's scope; absent, empty or the actor's own id means the actor.
 * @throws AppError NOT_FOUND when the chosen account is out of scope or does not exist.
 */
export async function chosenAccount(db: Db, actor: Actor, chosen: string | undefined): Promise<Listed> {
  return chosen && chosen !== actor.accountId
    ? await accountInScope(db, actor, chosen)
    : { _id: actor.accountId, role: actor.role }
}

/** A copy of somebody else's object: the newest version wins, whatever the order in which versions arrive. */
export type SnapshotRow = { _id: string; version: number }

/** Stores, in the caller's transaction, those of `rows` that are newer than what is kept. */
export async function keepNewest<R extends SnapshotRow>(
  collection: Collection<R>,
  rows: readonly R[],
  session: ClientSession,
): Promise<void> {
  const newest = new Map<string, R>()
  for (const row of rows) {
    if (row.version > (newest.get(row._id)?.version ?? -1)) newest.set(row._id, row)
  }
  if (newest.size === 0) return
  const copies = collection as unknown as Collection<SnapshotRow>
  const kept = await copies
    .find({ _id: { $in: [...newest.keys()] } }, { session, projection: { version: 1 } })
    .toArray()
  for (const { _id, version } of kept) {
    if (Number(version) >= (newest.get(_id)?.version ?? -1)) newest.delete(_id)
  }
  if (newest.size === 0) return
  const writes = [...newest.values()].map(row => {
    const { _id, ...replacement } = row
    return { replaceOne: { filter: { _id }, replacement, upsert: true } }
  })
  await copies.bulkWrite(writes, { session })
}
