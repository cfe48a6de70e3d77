import { geoApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export function countriesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(geoApi.countries),
    queryFn: async ({ signal }) => (await call(geoApi.countries, { signal })).data,
    staleTime: 'static',
  })
}
