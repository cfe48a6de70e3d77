import { geoApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export function citiesQuery(country: string, state: string) {
  return queryOptions({
    queryKey: queryKeyOf(geoApi.cities, country, state),
    queryFn: async ({ signal }) => (await call(geoApi.cities, { params: { country, state }, signal })).data,
    enabled: country !== '' && state !== '',
    staleTime: 'static',
  })
}
