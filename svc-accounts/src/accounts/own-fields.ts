import {
  type AccountField,
  accountFields,
  type OwnField,
  type PlainField,
  type PlainFields,
  plainFields,
  type UpdateAccountInput,
} from '@cascade/contracts/accounts'
import type { Account } from './account'

/** A value of the history. */
export type HistoryValue = string | number | boolean | readonly string[] | null
type Own = {
  /** What the given fields of an input make of the stored account. */
  set: (input: UpdateAccountInput) => Partial<Account>
  /** How the history tells it. */
  told: (account: Account) => HistoryValue
}

/** The fields of the table that are not stored as they are given. */
const ownFields: Readonly<Record<OwnField, Own>> = {
  games: {
    set: ({ games }) => (games === undefined ? {} : { games: [...new Set(games)], gamesChosen: true }),
    told: ({ games }) => games,
  },
  // Where an account stands is decided with the account above it, by those who create and change accounts.
  refId: { set: () => ({}), told: ({ parentId }) => parentId },
  commission: {
    set({ commission, commissionAmount }) {
      const percent = commission ?? commissionAmount
      return percent === undefined ? {} : { commissionBp: basisPoints(percent) }
    },
    told: percentOf,
  },
  userStatus: {
    set({ userStatus }) {
      if (userStatus === undefined) return {}
      // Who is activated stays.
      return userStatus ? { active: true, closing: undefined } : { active: false }
    },
    told: ({ active }) => active,
  },
}

const ownNames = Object.keys(ownFields) as OwnField[]

/** Percent with at most two decimals as whole basis points. */
export const basisPoints = (percent: number) => Math.round(percent * 100)

export function percentOf({ commissionBp }: Pick<Account, 'commissionBp'>): number {
  return commissionBp / 100
}

type Setting = { name: AccountField; set: Partial<Account> }

/** What each given field of an input makes of the stored account; a plain one that is null is taken away. */
export function settingsOf(input: UpdateAccountInput): Setting[] {
  const given = plainFields.filter(name => input[name] !== undefined)
  return [
    ...given.map(name => ({ name, set: { [name]: input[name] ?? accountFields[name].emptied } })),
    ...ownNames.map(name => ({ name, set: ownFields[name].set(input) })),
  ]
}

export const plainOf = (account: Account) =>
  Object.fromEntries(plainFields.map(name => [name, account[name]])) as PlainFields

/** What the history tells of an account, in its order. */
export const toldFields: readonly { name: PlainField | OwnField; read: (account: Account) => HistoryValue }[] = [
  ...plainFields.map(name => ({ name, read: (account: Account) => account[name] ?? null })),
  ...ownNames.map(name => ({ name, read: ownFields[name].told })),
]
