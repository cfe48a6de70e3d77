import { type AnyEvent, backOfficeRoles, type Role } from '@cascade/contracts'
import { type AccountSnapshot, type Ancestry, PresenceChanged } from '@cascade/contracts/accounts'
import { accountTreeSchemas } from '@cascade/service-kit'
import type { AnyBulkWriteOperation } from 'mongodb'
import type { Projection } from '../../projections/runtime/generations'

/** Frequently changing state of an account: active and online. */
export type AccountState = {
  _id: string
  username: string
  nameKey: string
  role: Role
  ancestry: Ancestry
  active: boolean
  deleted: boolean
  isOnline: boolean
  /** While it is suspended. */
  inactiveSince?: Date
}
type Write = AnyBulkWriteOperation<AccountState>

export const accountStatesName = (prefix: string) => `${prefix}account_states`

const presenceType = PresenceChanged.shape.type.value

export const accountStatesProjection: Projection = {
  producer: 'accounts',
  collections: prefix => [
    {
      name: accountStatesName(prefix),
      indexes: [
        { key: indexKey('active', 'deleted') },
        { key: indexKey('role', 'deleted', 'isOnline', 'nameKey') },
        ...backOfficeRoles.map(role => ({
          key: indexKey(`ancestry.${role}`, 'role', 'deleted', 'isOnline', 'nameKey'),
        })),
      ],
    },
  ],
  schemas: { ...accountTreeSchemas, [presenceType]: PresenceChanged },
  async project(db, prefix, events, tx) {
    const writes = events.flatMap(toWrites)
    if (writes.length > 0)
      await db.collection<AccountState>(accountStatesName(prefix)).bulkWrite(writes, { session: tx })
  },
}

const indexKey = (...fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(fields.map(field => [field, 1]))

function toWrites(event: AnyEvent): Write[] {
  if (event.type in accountTreeSchemas) return [toAccountWrite(event.data as AccountSnapshot, new Date(event.at))]
  return event.type === presenceType ? toPresenceWrites((event as PresenceChanged).data) : []
}

function toAccountWrite({ accountId, username, role, ancestry, active, deleted }: AccountSnapshot, at: Date): Write {
  const $set = { username, nameKey: username.toLowerCase(), role, ancestry, active, deleted }
  const $setOnInsert = { isOnline: false }
  const since = active ? { $unset: { inactiveSince: true as const } } : { $min: { inactiveSince: at } }
  return { updateOne: { filter: { _id: accountId }, update: { $set, $setOnInsert, ...since }, upsert: true } }
}

const toPresenceWrites = ({ online, offline }: PresenceChanged['data']): Write[] =>
  [
    { ids: online, isOnline: true },
    { ids: offline, isOnline: false },
  ].flatMap(({ ids, isOnline }) =>
    ids.length === 0 ? [] : [{ updateMany: { filter: { _id: { $in: ids } }, update: { $set: { isOnline } } } }],
  )
