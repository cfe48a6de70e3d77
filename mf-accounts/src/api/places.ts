import { geoApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const staleTime = Number.POSITIVE_INFINITY

export const countriesQuery = () =>
  queryOptions({
    queryKey: [geoApi.countries.id],
    queryFn: async ({ signal }) => (await call(geoApi.countries, { signal })).data,
    staleTime,
  })

export const statesQuery = (country: string) =>
  queryOptions({
    queryKey: [geoApi.states.id, country],
    queryFn: async ({ signal }) => (await call(geoApi.states, { params: { country }, signal })).data,
    enabled: country !== '',
    staleTime,
  })

export const citiesQuery = (country: string, state: string) =>
  queryOptions({
    queryKey: [geoApi.cities.id, country, state],
    queryFn: async ({ signal }) => (await call(geoApi.cities, { params: { country, state }, signal })).data,
    enabled: country !== '' && state !== '',
    staleTime,
  })
