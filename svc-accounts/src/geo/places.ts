import { getCitiesOfState, getCountries, getStatesOfCountry } from '@countrystatecity/countries'

export type Place = { code: string; name: string }

const byName = (a: Place, b: Place) => a.name.localeCompare(b.name)

/** Kept for the life of the process: lists are asked for again and again while forms are filled in. */
const kept = new Map<string, Promise<readonly unknown[]>>()

function keep<T>(key: string, load: () => Promise<T[]>): Promise<T[]> {
  const found = kept.get(key)
  if (found) return found as Promise<T[]>
  const loading = load()
  kept.set(key, loading)
  loading.catch(() => kept.delete(key))
  return loading
}

export const countries = () =>
  keep<Place>('', async () => (await getCountries()).map(({ iso2, name }) => ({ code: iso2, name })).sort(byName))

export async function statesOf(country: string): Promise<Place[]> {
  if (!(await countries()).some(({ code }) => code === country)) return []
  return keep<Place>(country, async () =>
    (await getStatesOfCountry(country)).map(({ iso2, name }) => ({ code: iso2, name })).sort(byName),
  )
}

export async function citiesOf(country: string, state: string): Promise<string[]> {
  if (!(await statesOf(country)).some(({ code }) => code === state)) return []
  return keep<string>(`${country}/${state}`, async () =>
    [...new Set((await getCitiesOfState(country, state)).map(({ name }) => name))].sort((a, b) => a.localeCompare(b)),
  )
}
