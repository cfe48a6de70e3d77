import { geoApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { citiesOf, countries, statesOf } from './places'

/** Places for the address of an account; public knowledge, so no scope. */
export const geoRoutes: Routes<AccountsDeps> = ({ serve }) => {
  serve(geoApi.countries, async () => ({ data: await countries() }))
  serve(geoApi.states, async ({ params }) => ({ data: await statesOf(params.country) }))
  serve(geoApi.cities, async ({ params }) => ({
    data: await citiesOf(params.country, params.state),
  }))
}
