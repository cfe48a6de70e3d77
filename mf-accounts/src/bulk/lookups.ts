import type { AccountRole } from '@cascade/contracts'
import { contactsLookedUp, sessionApi } from '@cascade/contracts/accounts'
import { readOf, useActor } from '@cascade/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { countriesQuery, statesQuery } from '../accounts/place-fields'
import { referenceByNameQuery } from '../accounts/references'

/** Valid ISO codes; missing while loading, and then not checked. */
export type Places = { countries?: ReadonlySet<string>; states: ReadonlyMap<string, ReadonlySet<string>> }

type Found = readonly { code: string }[]
/** Limits the state requests of one paste. */
const mostCountries = 20

/** All countries, and the states of the countries in `named`. */
export function usePlaces(named: readonly string[]): Places {
  const { data } = useQuery(countriesQuery())
  const countries = useMemo(() => data && new Set(data.map(({ code }) => code)), [data])
  const asked = useMemo(() => named.filter(code => countries?.has(code)).slice(0, mostCountries), [named, countries])
  const states = useQueries({
    queries: asked.map(statesQuery),
    combine: useCallback(
      (results: readonly { data: Found | undefined }[]) =>
        new Map(results.flatMap(({ data: found }, at) => statesOf(asked[at], found))),
      [asked],
    ),
  })
  return useMemo(() => ({ ...(countries ? { countries } : {}), states }), [countries, states])
}

function statesOf(country: string | undefined, found: Found | undefined): [string, ReadonlySet<string>][] {
  return country === undefined || !found ? [] : [[country, new Set(found.map(({ code }) => code))]]
}

type UseReferencesFound = { ids: ReadonlyMap<string, string | null>; pending: boolean }

/** Ids by username, with one request per username. */
export function useReferences(role: AccountRole, usernames: readonly string[]): UseReferencesFound {
  const actor = useActor()
  return useQueries({
    queries: usernames.map(name => referenceByNameQuery(actor, role, name)),
    combine: useCallback(
      (results: readonly { data: string | null | undefined; isPending: boolean }[]) => ({
        ids: new Map(results.map(({ data }, index) => [usernames[index] ?? '', data ?? null])),
        pending: results.some(({ isPending }) => isPending),
      }),
      [usernames],
    ),
  })
}

/** Lookup only contacts of a valid shape; others are rejected on creation. */
const shapes = { emails: /^[^,@]+@[^,@]+$/, phones: /^[0-9]{1,15}$/ } as const
const mostCharacters = 100

/** Emails and phones that other accounts use; incomplete while loading. */
export function useTaken(emails: readonly string[], phones: readonly string[]): ReadonlySet<string> {
  const queries = [...queriesOf('emails', emails), ...queriesOf('phones', phones)].map(query =>
    readOf(sessionApi.takenContacts, { query }),
  )
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
