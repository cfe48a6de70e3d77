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
type FieldMapping = {
  /** What the given fields of an input make of the stored account. */
  set: (input: UpdateAccountInput) => Partial<Account>
  /** How the history tells it. */
  read: (account: Account) => HistoryValue
}

/** The fields of the table that are not stored as they are given. */
const mappedFields: Readonly<Record<OwnField, FieldMapping>> = {
  games: {
    set: ({ games }) => (games === undefined ? {} : { games: [...new Set(games)], gamesChosen: true }),
    read: ({ games }) => games,
  },
  // Where an account stands is decided with the account above it, by those who create and change accounts.
  refId: { set: () => ({}), read: ({ parentId }) => parentId },
  commission: {
    set({ commission, commissionAmount }) {
      const percent = commission ?? commissionAmount
      return percent === undefined ? {} : { commissionBp: basisPoints(percent) }
    },
    read: percentOf,
  },
  userStatus: {
    set({ userStatus }) {
      if (userStatus === undefined) return {}
      // Who is activated stays.
      return userStatus ? { active: true, closing: undefined } : { active: false }
    },
    read: ({ active }) => active,
  },
}

const mappedNames = Object.keys(mappedFields) as OwnField[]

/** Percent with at most two decimals as whole basis points. */
export const basisPoints = (percent: number) => Math.round(percent * 100)

export function percentOf({ commissionBp }: Pick<Account, 'commissionBp'>): number {
  return commissionBp / 100
}

type Setting = { name: AccountField; set: Partial<Account> }

/** What each given field of an input makes of the stored account; a plain one that is null is taken away. */
export function toSettings(input: UpdateAccountInput): Setting[] {
  const providedNames = plainFields.filter(name => input[name] !== undefined)
  return [
    ...providedNames.map(name => ({ name, set: { [name]: input[name] ?? accountFields[name].emptied } })),
    ...mappedNames.map(name => ({ name, set: mappedFields[name].set(input) })),
  ]
}

export const plainOf = (account: Account) =>
  Object.fromEntries(plainFields.map(name => [name, account[name]])) as PlainFields

/** What the history tells of an account, in its order. */
export const historyFields: readonly { name: PlainField | OwnField; read: (account: Account) => HistoryValue }[] = [
  ...plainFields.map(name => ({ name, read: (account: Account) => account[name] ?? null })),
  ...mappedNames.map(name => ({ name, read: mappedFields[name].read })),
]
