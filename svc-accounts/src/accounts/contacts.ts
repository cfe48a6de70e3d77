import type { CollectionPlan } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type AlsoModel, insertOf } from '../ledger'
import type { Account } from './account'

/** An email or phone that a live account has. The id is what nobody else can have at the same time. */
export type Contact = { _id: string; accountId: string }

/**
 * A document for each taken email and phone, instead of a unique index on the account: it is inserted and removed in
 * the account's transaction, which every server gets right, and a deleted account leaves nothing behind.
 */
export const contactPlans: readonly CollectionPlan[] = [{ name: 'contacts' }]

type Reachable = Pick<Account, '_id' | 'deleted' | 'email' | 'phone'>

export const contactsOf = ({ _id, deleted, email, phone }: Reachable): Contact[] =>
  deleted
    ? []
    : [
        ...(email === undefined ? [] : [{ _id: `email|${email.toLowerCase()}`, accountId: _id }]),
        ...(phone === undefined ? [] : [{ _id: `phone|${phone}`, accountId: _id }]),
      ]

/** What a change of an account takes and sets free. */
export function contactWrites(db: Db, before: Reachable, after: Reachable): AlsoModel[] {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const isIn = (list: readonly Contact[], { _id }: Contact) => list.some(other => other._id === _id)
  const namespace = `${db.databaseName}.contacts`
  return [
    ...had
      .filter(contact => !isIn(has, contact))
      .map(({ _id, accountId }): AlsoModel => {
        const filter: Record<string, unknown> = { _id, accountId }
        return { name: 'deleteOne', namespace, filter }
      }),
    ...has.filter(contact => !isIn(had, contact)).map(contact => insertOf(db, 'contacts', contact)),
  ]
}
