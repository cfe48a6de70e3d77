import type { Ancestry } from '@cascade/contracts/accounts'
import { type AccountRow, type Actor, accountInScope, type CollectionPlan } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/**
 * Rows that many may read are stored once per reader, by business day: the list of a subtree is then an equality, and
 * a page never sorts more than one day. Beside them stands how many rows a reader has on each day, which gives totals
 * and lets a page skip days without reading them. The equality is one field, so that every further condition is
 * checked on its few rows: not every server uses a compound index for a query that names more than its fields.
 */
export type DayRow = {
  /** `owner|key`. */
  _id: string
  /** `owner|day`: what a page is read by. */
  shelf: string
  /** The account whose subtree the row belongs to, or `everybody`. */
  owner: string
  /** Whether the owner took part himself. */
  self: boolean
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  at: Date
  /** Orders rows of the same moment. */
  seq: number
  /** What can be filtered by exactly; counted apart. */
  bucket: string
  /** What is searched in, lower case. */
  text: string
}

export type DayCount = { _id: string; owner: string; day: string; bucket: string; all: number; self: number }

/** The owner of the rows that superadmins see: all of them. */
export const everybody = '*'

export const countsName = (name: string) => `${name}_days`

export const daybookPlans = (name: string): readonly CollectionPlan[] => [
  { name, indexes: [{ key: { shelf: 1 } }] },
  { name: countsName(name), indexes: [{ key: { owner: 1 } }] },
]

export const shelfOf = (owner: string, day: string) => `${owner}|${day}`

/** Accounts that something belongs to, with whether they took part: the parties and everybody above them. */
export function ownersOf(parties: readonly { id: string; ancestry: Ancestry }[]): Map<string, boolean> {
  const owners = new Map<string, boolean>([[everybody, false]])
  for (const { ancestry } of parties) {
    const { superadmin: _seesEverything, ...above } = ancestry
    for (const id of Object.values(above)) if (id && !owners.has(id)) owners.set(id, false)
  }
  for (const { id } of parties) owners.set(id, true)
  return owners
}

export type Reader = { owner: string; selfOnly: boolean }

/**
 * Whose rows a list shows.
 * @param chosen an account of the actor's scope; absent or the actor himself means: all that the actor sees.
 * @param selfOnly only what the account took part in, not what happened below it.
 * @throws AppError NOT_FOUND when the chosen account is out of scope or does not exist.
 */
export async function readerOf(db: Db, actor: Actor, chosen: string | undefined, selfOnly: boolean): Promise<Reader> {
  const account: Pick<AccountRow, '_id' | 'role'> =
    chosen && chosen !== actor.accountId
      ? await accountInScope(db, actor, chosen)
      : { _id: actor.accountId, role: actor.role }
  return { owner: account.role === 'superadmin' && !selfOnly ? everybody : account._id, selfOnly }
}
