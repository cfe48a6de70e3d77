import { geoApi } from '@cascade/contracts/accounts'
import { type Call, type Routes, requirePermission } from '@cascade/service-kit'
import { getCitiesOfState, getCountries, getStatesOfCountry } from '@countrystatecity/countries'
import type { AccountsDeps } from '../deps'

export const geoRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(geoApi.countries, ({ ctx }) => listCountries(deps, { ctx, input: {} }))
  serve(geoApi.states, ({ ctx, params }) => listStates(deps, { ctx, input: params }))
  serve(geoApi.cities, ({ ctx, params }) => listCities(deps, { ctx, input: params }))
}

// Countries, states and cities for addresses; public data without a scope.

async function listCountries(_deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'places.read')
  return { data: await countries() }
}

async function listStates(_deps: AccountsDeps, { ctx, input }: Call<{ country: string }>) {
  requirePermission(ctx, 'places.read')
  return { data: await statesOf(input.country) }
}

async function listCities(_deps: AccountsDeps, { ctx, input }: Call<{ country: string; state: string }>) {
  requirePermission(ctx, 'places.read')
  return { data: await citiesOf(input.country, input.state) }
}

type Place = { code: string; name: string }

const byName = (a: Place, b: Place) => a.name.localeCompare(b.name)

/** Cached for the life of the process: forms request the same lists repeatedly. */
const cache = new Map<string, Promise<readonly unknown[]>>()

function cached<T>(key: string, load: () => Promise<T[]>): Promise<T[]> {
  const existing = cache.get(key)
  if (existing) return existing as Promise<T[]>
  const loading = load()
  cache.set(key, loading)
  loading.catch(() => cache.delete(key))
  return loading
}

export const countries = () =>
  cached<Place>('', async () => (await getCountries()).map(({ iso2, name }) => ({ code: iso2, name })).sort(byName))

export async function statesOf(country: string): Promise<Place[]> {
  if (!(await countries()).some(({ code }) => code === country)) return []
  return cached<Place>(country, async () =>
    (await getStatesOfCountry(country)).map(({ iso2, name }) => ({ code: iso2, name })).sort(byName),
  )
}

export async function citiesOf(country: string, state: string): Promise<string[]> {
  if (!(await statesOf(country)).some(({ code }) => code === state)) return []
  return cached<string>(`${country}/${state}`, async () =>
    [...new Set((await getCitiesOfState(country, state)).map(({ name }) => name))].sort((a, b) => a.localeCompare(b)),
  )
}
