import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { type AccountRow, businessDay, type CollectionSpec, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { addDue, type DueDay } from './due-store'

/** An address from which a player signed in on a day; `_id` is `network|player`. */
type SignInRow = { _id: string; player: string; day: string; network: string; at: Date }
/** Players of an admin who signed in from an address on a day; `_id` is `YYYY-MM-DD|admin|address`. */
type NetworkRow = { _id: string; players: number; at: Date }

const signInsName = 'watch_sign_ins'
const networksName = 'watch_networks'
const expireAfterSeconds = 8 * 86_400

export const signInCollections: readonly CollectionSpec[] = [
  { name: signInsName, indexes: [{ key: { player: 1, day: 1 } }, { key: { at: 1 }, options: { expireAfterSeconds } }] },
  { name: networksName, indexes: [{ key: { at: 1 }, options: { expireAfterSeconds } }] },
]

type Account = Pick<AccountRow, '_id' | 'role' | 'ancestry'>
type Context = { db: Db; zone: string; first: number; accountOf: (event: ActivityRecorded) => Account | undefined }

/** Counts successful sign-ins that are stored in the same transaction. @param first unique number of the first one */
export async function countSignIns(
  { db, zone, first, accountOf }: Context,
  events: readonly ActivityRecorded[],
  tx: Tx,
): Promise<void> {
  const at = new Date()
  const rows = events.flatMap((event): SignInRow[] => {
    const account = accountOf(event)
    if (account?.role !== 'player' || !event.data.ipAddress) return []
    const day = businessDay(new Date(event.at), zone)
    const network = `${day}|${account.ancestry.admin ?? ''}|${event.data.ipAddress}`
    return [{ _id: `${network}|${account._id}`, player: account._id, day, network, at }]
  })
  if (rows.length === 0) return
  const upserts = rows.map(({ _id, ...row }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
  }))
  const { upsertedIds } = await db.collection<SignInRow>(signInsName).bulkWrite(upserts, { session: tx })
  const added = rows.filter((_, index) => index in upsertedIds)
  if (added.length === 0) return
  const counts = added.map(({ network }) => ({
    updateOne: { filter: { _id: network }, update: { $inc: { players: 1 }, $setOnInsert: { at } }, upsert: true },
  }))
  await db.collection<NetworkRow>(networksName).bulkWrite(counts, { session: tx })
  const due = added.map(({ player, day }): DueDay => ({ playerId: player, day }))
  await addDue(db, `sign-ins|${first}`, due, tx)
}

/** Most players of the same admin at one of the addresses of each player on a day. */
export async function readNetworkPlayers(
  db: Db,
  players: readonly string[],
  day: string,
): Promise<(player: string) => number> {
  const signIns = await db
    .collection<SignInRow>(signInsName)
    .find({ player: { $in: [...players] }, day })
    .toArray()
  const networks = await db
    .collection<NetworkRow>(networksName)
    .find({ _id: { $in: [...new Set(signIns.map(({ network }) => network))] } })
    .toArray()
  const sizes = new Map(networks.map(({ _id, players: size }) => [_id, Number(size)]))
  const most = new Map<string, number>()
  for (const { player, network } of signIns) most.set(player, Math.max(most.get(player) ?? 0, sizes.get(network) ?? 0))
  return player => most.get(player) ?? 0
}
