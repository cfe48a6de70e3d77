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

export type HistoryValue = string | number | boolean | readonly string[] | null
type FieldMapping = {
  set: (input: UpdateAccountInput) => Partial<Account>
  read: (account: Account) => HistoryValue
}

const mappedFields: Readonly<Record<OwnField, FieldMapping>> = {
  games: {
    set: ({ games }) => (games === undefined ? {} : { games: [...new Set(games)], gamesChosen: true }),
    read: ({ games }) => games,
  },
  // The position needs the parent account: `create-account.ts` and `change-account.ts` set it.
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
      // An activation cancels a requested deletion.
      return userStatus ? { active: true, closing: undefined } : { active: false }
    },
    read: ({ active }) => active,
  },
}

const mappedNames = Object.keys(mappedFields) as OwnField[]

/** @param percent with at most two decimals */
export const basisPoints = (percent: number) => Math.round(percent * 100)

export function percentOf({ commissionBp }: Pick<Account, 'commissionBp'>): number {
  return commissionBp / 100
}

type Setting = { name: AccountField; set: Partial<Account> }

/** Maps each input field to stored fields; null resets a plain field to its empty value. */
export function toSettings(input: UpdateAccountInput): Setting[] {
  const providedNames = plainFields.filter(name => input[name] !== undefined)
  return [
    ...providedNames.map(name => ({ name, set: { [name]: input[name] ?? accountFields[name].emptyValue } })),
    ...mappedNames.map(name => ({ name, set: mappedFields[name].set(input) })),
  ]
}

export const plainOf = (account: Account) =>
  Object.fromEntries(plainFields.map(name => [name, account[name]])) as PlainFields

export const historyFields: readonly { name: PlainField | OwnField; read: (account: Account) => HistoryValue }[] = [
  ...plainFields.map(name => ({ name, read: (account: Account) => account[name] ?? null })),
  ...mappedNames.map(name => ({ name, read: mappedFields[name].read })),
]
