import type { Account } from './account'

/** What an account is found and sorted by: lower case, so that a prefix is one range of an index. */
export type SearchKeys = {
  usernameKey: string
  /** Running numbers padded, so that player2 stands before player10. */
  usernameOrder: string
  nameKey: string
  lastNameKey: string
}

export const usernameKeyOf = (username: string) => username.trim().toLowerCase()

export const usernameOrderOf = (usernameKey: string) => usernameKey.replace(/\d+/g, digits => digits.padStart(10, '0'))

export function searchKeysOf(account: Pick<Account, 'username' | 'firstName' | 'lastName'>): SearchKeys {
  const usernameKey = usernameKeyOf(account.username)
  return {
    usernameKey,
    usernameOrder: usernameOrderOf(usernameKey),
    nameKey: `${account.firstName} ${account.lastName}`.toLowerCase(),
    lastNameKey: account.lastName.toLowerCase(),
  }
}

/** All values that start with `text`; the text is data, never a pattern. */
export const startsWith = (text: string) => ({ $gte: text, $lt: `${text}\uffff` })

/** Accounts whose username or unique id starts with `text`, which is in lower case. */
export const matchesPrefix = (text: string) => [
  { usernameKey: startsWith(text) },
  { uniqueId: startsWith(text.toUpperCase()) },
]

/** Accounts whose first or last name starts with `text`, which is in lower case. */
export const matchesName = (text: string) => [{ nameKey: startsWith(text) }, { lastNameKey: startsWith(text) }]
