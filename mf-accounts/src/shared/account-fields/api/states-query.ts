import { geoApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export function statesQuery(country: string) {
  return queryOptions({
    queryKey: queryKeyOf(geoApi.states, country),
    queryFn: async ({ signal }) => (await call(geoApi.states, { params: { country }, signal })).data,
    enabled: country !== '',
    staleTime: 'static',
  })
}
