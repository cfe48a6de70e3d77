import type { AnyEvent } from '@cascade/contracts'
import { type AccountSnapshot, accountEvents } from '@cascade/contracts/accounts'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import { isInScope } from '../auth/authorization'
import type { Actor } from '../auth/tokens'
import type { Feed } from '../events/cursor'
import type { CollectionSpec } from '../mongo/collections'
import { notFound } from '../runtime/errors'
import { upsertNewest } from './snapshots'

/** A replicated account, for scope checks and names; `nameKey` is the lower-case username. */
export type AccountRow = Omit<AccountSnapshot, 'accountId' | 'createdAt'> & {
  _id: string
  nameKey: string
  createdAt: Date
}

export const accountTreeCollections: readonly CollectionSpec[] = [{ name: 'accounts', indexes: [{ key: { role: 1 } }] }]

/** Schemas of the events that `projectAccountTree` handles. */
export const accountTreeSchemas: Readonly<Record<string, z.ZodType<AnyEvent>>> = {
  'accounts.account.created.v1': accountEvents.created,
  'accounts.account.updated.v1': accountEvents.updated,
  'accounts.account.status-changed.v1': accountEvents.statusChanged,
  'accounts.account.deleted.v1': accountEvents.deleted,
}

export const accountsOf = (db: Db): Collection<AccountRow> => db.collection('accounts')

/** Writes account snapshots among `events` to the replica; ignores other events. */
export async function projectAccountTree(db: Db, events: readonly AnyEvent[], session: ClientSession): Promise<void> {
  const snapshots = events.filter(event => event.type in accountTreeSchemas).map(event => event.data as AccountSnapshot)
  await upsertNewest(accountsOf(db), snapshots.map(toRow), session)
}

function toRow({ accountId, createdAt, ...rest }: AccountSnapshot): AccountRow {
  return { _id: accountId, ...rest, nameKey: rest.username.toLowerCase(), createdAt: new Date(createdAt) }
}

/** The accounts replica as a feed. @param name name of the service's cursor */
export const accountTreeFeed = (name: string): Feed => ({
  producer: 'accounts',
  name,
  collections: accountTreeCollections,
  schemas: accountTreeSchemas,
  project: projectAccountTree,
})

/**
 * Reads an account in the actor's scope, also a deleted one.
 * @throws AppError NOT_FOUND if it does not exist or is out of scope
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

/**
 * The account whose list is requested.
 * @param chosen an account in the actor's scope; absent, empty or the actor's own id means the actor
 * @throws AppError NOT_FOUND if it does not exist or is out of scope
 */
export async function requestedAccount(db: Db, actor: Actor, chosen: string | undefined): Promise<Listed> {
  return chosen && chosen !== actor.accountId
    ? await accountInScope(db, actor, chosen)
    : { _id: actor.accountId, role: actor.role }
}
