import { z } from 'zod'
import { endpoint, responseOf } from '../define'
import type { ExamplesOf } from '../example'

export const Region = z.object({ code: z.string(), name: z.string() })
const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .toUpperCase()
const State = z.string().regex(/^[A-Za-z0-9-]{1,10}$/)

/** Countries, states and cities for account addresses. */
export const geoApi = {
  countries: endpoint({
    id: 'accounts.country.list',
    domain: 'accounts',
    route: 'GET /geo/countries',
    permission: 'places.read',
    summary: 'Countries by ISO code',
    response: responseOf(z.array(Region)),
  }),
  states: endpoint({
    id: 'accounts.state.list',
    domain: 'accounts',
    route: 'GET /geo/countries/:country/states',
    permission: 'places.read',
    summary: 'States of a country by ISO code; empty if it has none',
    params: z.strictObject({ country: Country }),
    response: responseOf(z.array(Region)),
  }),
  cities: endpoint({
    id: 'accounts.city.list',
    domain: 'accounts',
    route: 'GET /geo/countries/:country/states/:state/cities',
    permission: 'places.read',
    summary: 'Names of the cities of a state',
    params: z.strictObject({ country: Country, state: State }),
    response: responseOf(z.array(z.string())),
  }),
}

export const geoExamples = (): ExamplesOf<typeof geoApi> => ({
  fields: { country: 'IN', state: 'MH' },
  countries: { response: { data: [{ code: 'IN', name: 'India' }] } },
  states: { response: { data: [{ code: 'MH', name: 'Maharashtra' }] } },
  cities: { response: { data: ['Pune'] } },
})
