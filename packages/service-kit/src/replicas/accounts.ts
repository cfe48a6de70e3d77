import type { AnyEvent } from '@cascade/contracts'
import { type AccountSnapshot, accountEvents } from '@cascade/contracts/accounts'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import { isInScope } from '../auth/scope'
import type { Actor } from '../auth/tokens'
import { notFound } from '../errors'
import type { Feed } from '../events/cursor'
import type { CollectionPlan } from '../mongo/collections'
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
