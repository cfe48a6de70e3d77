import { treeRoles } from '@cascade/contracts'
import type { GameSnapshot } from '@cascade/contracts/games'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { parseDrawId } from '@cascade/contracts/live'
import { type AccountRow, accountsOf } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** The object of an activity: its name at that time, and the names of its ancestors from the top; or several `names`. */
export type LogObject = { kind: 'account' | 'game' | 'draw'; name: string; path: string[]; names?: string[] }

/** An account as the log needs it. */
export type LogAccount = Pick<AccountRow, '_id' | 'username' | 'role' | 'ancestry'>

const levels = treeRoles.filter(role => role !== 'player')

/** @param context.parties accounts as the events state them, which are not read */
export async function readLogObjects(
  db: Db,
  events: readonly ActivityRecorded[],
  { zone, parties = [] }: { zone: string; parties?: readonly LogAccount[] },
): Promise<(event: ActivityRecorded) => LogObject | undefined> {
  const facts = events.map(({ data }) => data)
  const idsOf = ({ object, objects = [], target }: ActivityRecorded['data']) =>
    [object, ...objects].map(each => each?.accountId).concat(parseDraw(target)?.adminId)
  const ids = new Set(facts.flatMap(idsOf))
  const accounts = new Map(parties.map(party => [party._id, party]))
  const unread = new Set([...ids].filter(id => !accounts.has(id ?? '')))
  for (const [id, account] of await readAccountsById(db, unread)) accounts.set(id, account)
  const above = [...accounts.values()].flatMap(({ ancestry }) => levels.map(level => ancestry[level]))
  const all = new Map([
    ...accounts,
    ...(await readAccountsById(db, new Set(above.filter(id => !accounts.has(id ?? ''))))),
  ])
  const gameIds = facts.flatMap(({ target }) => gameIdIn(target) ?? [])
  const games = gameIds.length === 0 ? [] : await readGames(db, gameIds)
  const gameNames = new Map(games.map(({ gameId, gameName }) => [gameId, gameName]))

  const pathOf = (account: LogAccount | undefined): string[] =>
    levels
      .map(level => account?.ancestry[level])
      .filter(id => id !== account?._id)
      .flatMap(id => all.get(id ?? '')?.username ?? [])
  const lineTo = (account: LogAccount | undefined) => (account ? [...pathOf(account), account.username] : [])

  return ({ data: { object, objects, hasMoreObjects, target } }) => {
    if (objects) {
      const names = objects.map(({ accountId, username }) => all.get(accountId)?.username ?? username ?? accountId)
      return { kind: 'account', name: names.join(', ') + (hasMoreObjects ? ' and others' : ''), path: [], names }
    }
    const account = all.get(object?.accountId ?? '')
    if (!target) {
      if (!object) return undefined
      return { kind: 'account', name: account?.username ?? object.username ?? object.accountId, path: pathOf(account) }
    }
    const gameId = gameIdIn(target) ?? target.id
    const game = gameNames.get(gameId) ?? gameId
    const draw = parseDraw(target)
    if (!draw) return { kind: target.kind, name: game, path: lineTo(account) }
    return { kind: 'draw', name: `${game} ${formatMoment(draw.drawAtMs, zone)}`, path: lineTo(all.get(draw.adminId)) }
  }
}

type Target = ActivityRecorded['data']['target']

const gameIdIn = (target: Target) => (target?.kind === 'draw' ? parseDraw(target)?.gameId : target?.id)

const parseDraw = (target: Target) => (target?.kind === 'draw' ? parseDrawId(target.id) : undefined)

/** `2026-03-01 10:00:00` in the business zone. */
export const formatMoment = (at: Date | number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

async function readAccountsById(db: Db, ids: ReadonlySet<string | undefined>): Promise<Map<string, LogAccount>> {
  const present = [...ids].filter(id => id !== undefined)
  if (present.length === 0) return new Map()
  const rows = await accountsOf(db)
    .find({ _id: { $in: present } })
    .toArray()
  return new Map(rows.map(row => [row._id, row]))
}

const readGames = (db: Db, gameIds: string[]) =>
  db
    .collection<GameSnapshot>('games')
    .find({ gameId: { $in: gameIds } })
    .toArray()
