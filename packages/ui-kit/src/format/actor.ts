import { commonTexts } from '../i18n/texts'

type Actor = {
  username: string
  person?: { name: string } | undefined
  approvedBy?: string | undefined
}

/**
 * Username of the account that acted, with the name of its person and the username of the second person who approved.
 * @param role also names the role of the account
 * @example 'Anita Rao (admin1), approved by root'; with the role 'admin1 (admin)' or 'Anita Rao (admin1, admin)'
 */
export function formatActor({ username, person, approvedBy }: Actor, role?: string): string {
  const account = [username, role].filter(Boolean)
  const actor = person ? `${person.name} (${account.join(', ')})` : role ? `${username} (${role})` : username
  return approvedBy === undefined ? actor : commonTexts.text('approvedActor', { username: actor, approvedBy })
}
