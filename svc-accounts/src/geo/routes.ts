import { geoApi } from '@cascade/contracts/accounts'
import { handle, type ServiceHono, type TokenVerifier } from '@cascade/service-kit'
import { citiesOf, countries, statesOf } from './places'

/** Places for the address of an account; public knowledge, so no scope. */
export function geoRoutes(app: ServiceHono, verifyToken: TokenVerifier): void {
  handle(app, verifyToken, geoApi.countries, async () => ({ data: await countries() }))
  handle(app, verifyToken, geoApi.states, async ({ params }) => ({ data: await statesOf(params.country) }))
  handle(app, verifyToken, geoApi.cities, async ({ params }) => ({
    data: await citiesOf(params.country, params.state),
  }))
}
