import { type AnyEvent, backOfficeRoles } from '@cascade/contracts'
import { type AccountSnapshot, type Line, PresenceChanged, TransferRecorded } from '@cascade/contracts/accounts'
import { accountTreeSchemas } from '@cascade/service-kit'
import type { AnyBulkWriteOperation } from 'mongodb'
import type { View } from '../views/view'

/** A player as the list of players shows them. */
export type PlayerRow = {
  _id: string
  username: string
  nameKey: string
  line: Line
  deleted: boolean
  isOnline: boolean
  /** Hundredths. */
  balance: bigint
}
type Write = AnyBulkWriteOperation<PlayerRow>

export const playersName = (prefix: string) => `${prefix}players`

const presenceType = PresenceChanged.shape.type.value
const transferType = TransferRecorded.shape.type.value

/** Players with what changes all the time: whether they are online, and what is in their wallets. */
export const playersView: View = {
  producer: 'accounts',
  plans: prefix => [
    {
      name: playersName(prefix),
      indexes: [
        { key: { deleted: 1, isOnline: 1 } },
        ...backOfficeRoles.map(role => ({
          key: { [`line.${role}`]: 1 as const, deleted: 1 as const, isOnline: 1 as const },
        })),
      ],
    },
  ],
  schemas: { ...accountTreeSchemas, [presenceType]: PresenceChanged, [transferType]: TransferRecorded },
  async project(db, prefix, events, tx) {
    const writes = events.flatMap(writesOf)
    if (writes.length > 0) await db.collection<PlayerRow>(playersName(prefix)).bulkWrite(writes, { session: tx })
  },
}

function writesOf(event: AnyEvent): Write[] {
  if (event.type in accountTreeSchemas) return playerOf(event.data as AccountSnapshot)
  if (event.type === presenceType) return presenceOf((event as PresenceChanged).data)
  return event.type === transferType ? balancesOf((event as TransferRecorded).data) : []
}

function playerOf({ accountId, username, role, line, deleted }: AccountSnapshot): Write[] {
  if (role !== 'player') return []
  const $set = { username, nameKey: username.toLowerCase(), line, deleted }
  const $setOnInsert = { isOnline: false, balance: 0n }
  return [{ updateOne: { filter: { _id: accountId }, update: { $set, $setOnInsert }, upsert: true } }]
}

/** Others than players are passed over: they are not there. */
const presenceOf = ({ online, offline }: PresenceChanged['data']): Write[] =>
  [
    { ids: online, isOnline: true },
    { ids: offline, isOnline: false },
  ].flatMap(({ ids, isOnline }) =>
    ids.length === 0 ? [] : [{ updateMany: { filter: { _id: { $in: ids } }, update: { $set: { isOnline } } } }],
  )

function balancesOf({ from, to, fromBalance, toBalance }: TransferRecorded['data']): Write[] {
  const sides = [
    { party: from, balance: fromBalance },
    { party: to, balance: toBalance },
  ]
  return sides.flatMap(({ party, balance }) =>
    party.role === 'player' && balance !== null
      ? [{ updateOne: { filter: { _id: party.walletId }, update: { $set: { balance: BigInt(balance) } } } }]
      : [],
  )
}
