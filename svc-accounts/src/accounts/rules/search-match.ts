import { type SearchKeys, usernameKeyOf } from './search-keys'

export type Searched = Omit<SearchKeys, 'usernameOrder'> & { _id: string; uniqueId: string; parentId: string | null }

/** What is looked for: `text` in lower case, who is called exactly so, and whose accounts below are meant as well. */
export type Wanted = { text: string; called: readonly string[]; reference: string | undefined }

/**
 * Where an account stands among the hits of a search: first who is called so, then whose username or unique id begins so,
 * then whose name does, and all directly below the account that is called so. Undefined for one that is no hit.
 */
export function placeInSearch(row: Searched, { text, called, reference }: Wanted): number | undefined {
  if (called.includes(row._id)) return 0
  if (row.usernameKey.startsWith(text) || usernameKeyOf(row.uniqueId).startsWith(text)) return 1
  const isNamed = row.nameKey.startsWith(text) || row.lastNameKey.startsWith(text)
  return isNamed || (reference !== undefined && row.parentId === reference) ? 2 : undefined
}
