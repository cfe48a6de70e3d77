import { contactsLookedUp, sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { useQueries } from '@tanstack/react-query'

/** What a call takes; the server says of the others when they are created. */
const shapes = { emails: /^[^,@]+@[^,@]+$/, phones: /^[0-9]{1,15}$/ } as const
const mostCharacters = 100

/** Emails and phones of the rows that an account has already; nothing is said of what is not known. */
export function useTaken(emails: readonly string[], phones: readonly string[]): ReadonlySet<string> {
  const queries = [...queriesOf('emails', emails), ...queriesOf('phones', phones)].map(query => ({
    queryKey: queryKeyOf(sessionApi.takenContacts, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(sessionApi.takenContacts, { query, signal })).data,
  }))
  return useQueries({ queries, combine: takenIn })
}

const takenIn = (results: readonly { data: { emails: string[]; phones: string[] } | undefined }[]) =>
  new Set(results.flatMap(({ data }) => [...(data?.emails ?? []), ...(data?.phones ?? [])]))

function queriesOf(kind: keyof typeof shapes, contacts: readonly string[]): { emails?: string; phones?: string }[] {
  const asked = contacts.filter(contact => shapes[kind].test(contact) && contact.length <= mostCharacters)
  const calls = Array.from({ length: Math.ceil(asked.length / contactsLookedUp) }, (_, at) =>
    asked.slice(at * contactsLookedUp, (at + 1) * contactsLookedUp).join(','),
  )
  return calls.map(text => ({ [kind]: text }))
}
