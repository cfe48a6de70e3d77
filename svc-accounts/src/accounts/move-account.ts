import { isSideRole } from '@cascade/contracts'
import type { Line } from '@cascade/contracts/accounts'
import type { Db, Document } from 'mongodb'
import { type Account, lineBelow } from './account'
import { belowFilter } from './account-store'
import { countWrite, type Write } from './account-writes'

/** A decided change of parent. */
export type Move = { from: Account; to: Account; line: Line }

export const moveTo = (from: Account, to: Account): Move => ({ from, to, line: lineBelow(to) })

/**
 * The writes of a move besides the account's own: counts of both parents, and one update of everyone below, however
 * many they are. Their events follow (`announce-moves.ts`). Their wallets are left alone: whoever moves credit below
 * the moved account names its wallet as a guard (`credit/scope-guards.ts`).
 */
export function moveWrites(db: Db, account: Account, { from, to, line }: Move): Write[] {
  const field = isSideRole(account.role) ? 'sideCount' : 'childCount'
  const newLine = Object.fromEntries(Object.entries(line).map(([role, id]) => [`line.${role}`, id]))
  const filter: Document = { ...belowFilter(account), deleted: false }
  const below: Write = {
    name: 'updateMany',
    namespace: `${db.databaseName}.accounts`,
    filter,
    update: { $set: { ...newLine, unannounced: true }, $inc: { version: 1 } },
  }
  return [
    countWrite(db, from, field, -1),
    countWrite(db, to, field, 1),
    ...(account.childCount + account.sideCount > 0 ? [below] : []),
  ]
}
