import { geoApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { listCities, listCountries, listStates } from './list-places'

export const geoRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(geoApi.countries, ({ ctx }) => listCountries(deps, { ctx, input: {} }))
  serve(geoApi.states, ({ ctx, params }) => listStates(deps, { ctx, input: params }))
  serve(geoApi.cities, ({ ctx, params }) => listCities(deps, { ctx, input: params }))
}
