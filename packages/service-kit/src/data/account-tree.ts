import { type AnyEvent, isBackOfficeRole } from '@cascade/contracts'
import { type AccountSnapshot, type Ancestry, accountEvents } from '@cascade/contracts/accounts'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import type { Feed } from '../events/feed'
import { notFound } from '../http/errors'
import type { Actor } from '../identity/tokens'
import type { CollectionPlan } from './mongo'
import { keepNewest } from './snapshots'

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
