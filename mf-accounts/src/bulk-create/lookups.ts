import type { AccountRole } from '@cascade/contracts'
import { contactsPerLookupMax, sessionApi } from '@cascade/contracts/accounts'
import { readQuery, useActor } from '@cascade/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { countriesQuery, statesQuery } from '../shared/location-fields'
import { referenceByNameQuery } from '../shared/references'

/** Valid ISO codes; missing while loading, and then not checked. */
export type Locations = { countries?: ReadonlySet<string>; states: ReadonlyMap<string, ReadonlySet<string>> }

type CodeList = readonly { code: string }[]
/** Limits the state requests of one paste. */
const countriesMax = 20

/** All countries, and the states of the countries in `named`. */
export function useLocations(named: readonly string[]): Locations {
  const { data } = useQuery(countriesQuery())
  const countries = useMemo(() => data && new Set(data.map(({ code }) => code)), [data])
  const codes = useMemo(() => named.filter(code => countries?.has(code)).slice(0, countriesMax), [named, countries])
  const states = useQueries({
    queries: codes.map(statesQuery),
    combine: useCallback(
      (results: readonly { data: CodeList | undefined }[]) =>
        new Map(results.flatMap(({ data: list }, at) => statesOf(codes[at], list))),
      [codes],
    ),
  })
  return useMemo(() => ({ ...(countries ? { countries } : {}), states }), [countries, states])
}

function statesOf(country: string | undefined, list: CodeList | undefined): [string, ReadonlySet<string>][] {
  return country === undefined || !list ? [] : [[country, new Set(list.map(({ code }) => code))]]
}

type ReferenceLookup = { ids: ReadonlyMap<string, string | null>; pending: boolean }

/** Ids by username, with one request per username. */
export function useReferences(role: AccountRole, usernames: readonly string[]): ReferenceLookup {
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
const contactLengthMax = 100

/** Emails and phones that other accounts use; incomplete while loading. */
export function useUsedContacts(emails: readonly string[], phones: readonly string[]): ReadonlySet<string> {
  const queries = [...buildContactQueries('emails', emails), ...buildContactQueries('phones', phones)].map(query =>
    readQuery(sessionApi.takenContacts, { query }),
  )
  return useQueries({ queries, combine: mergeContacts })
}

const mergeContacts = (results: readonly { data: { emails: string[]; phones: string[] } | undefined }[]) =>
  new Set(results.flatMap(({ data }) => [...(data?.emails ?? []), ...(data?.phones ?? [])]))

function buildContactQueries(
  kind: keyof typeof shapes,
  contacts: readonly string[],
): { emails?: string; phones?: string }[] {
  const codes = contacts.filter(contact => shapes[kind].test(contact) && contact.length <= contactLengthMax)
  const calls = Array.from({ length: Math.ceil(codes.length / contactsPerLookupMax) }, (_, at) =>
    codes.slice(at * contactsPerLookupMax, (at + 1) * contactsPerLookupMax).join(','),
  )
  return calls.map(text => ({ [kind]: text }))
}
