import type { CollectionPlan } from '@cascade/service-kit'
import type { SideWrite } from '../../ledger'
import type { Account } from '../rules/account'

/** An email or phone that a live account has. The id is what nobody else can have at the same time. */
export type Contact = { _id: string; accountId: string }

/**
 * A document for each taken email and phone, instead of a unique index on the account: it is inserted and removed in
 * the account's transaction, which every server gets right, and a deleted account leaves nothing behind.
 */
export const contactPlans: readonly CollectionPlan[] = [{ name: 'contacts' }]

export const emailContact = (email: string) => `email|${email.toLowerCase()}`
export const phoneContact = (phone: number) => `phone|${phone}`

type Reachable = Pick<Account, '_id' | 'deleted' | 'email' | 'phone'>

export const contactsOf = ({ _id, deleted, email, phone }: Reachable): Contact[] =>
  deleted
    ? []
    : [
        ...(email === undefined ? [] : [{ _id: emailContact(email), accountId: _id }]),
        ...(phone === undefined ? [] : [{ _id: phoneContact(phone), accountId: _id }]),
      ]

/** What a change of an account takes and sets free. */
export function contactWrites(before: Reachable, after: Reachable): SideWrite[] {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const isIn = (list: readonly Contact[], { _id }: Contact) => list.some(other => other._id === _id)
  const collection = 'contacts'
  return [
    ...had.filter(one => !isIn(has, one)).map((filter): SideWrite => ({ type: 'deleteOne', collection, filter })),
    ...has.filter(one => !isIn(had, one)).map((document): SideWrite => ({ type: 'insertOne', collection, document })),
  ]
}
