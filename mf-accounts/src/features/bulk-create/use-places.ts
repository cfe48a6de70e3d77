import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { countriesQuery } from '../../shared/account-fields/api/countries-query'
import { statesQuery } from '../../shared/account-fields/api/states-query'

/** ISO codes that exist; what is not known yet is missing, and nothing is said of it. */
export type Places = { countries?: ReadonlySet<string>; states: ReadonlyMap<string, ReadonlySet<string>> }

type Found = readonly { code: string }[]
/** Countries of one paste whose states are asked for. */
const mostCountries = 20

/** The countries, and the states of those that rows name. */
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
