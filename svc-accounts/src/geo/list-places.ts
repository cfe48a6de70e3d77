import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { citiesOf, countries, statesOf } from './places'

// Places for the address of an account; public knowledge, so no scope.

export async function listCountries(_deps: AccountsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'places.read')
  return { data: await countries() }
}

export async function listStates(_deps: AccountsDeps, { ctx, input }: Ask<{ country: string }>) {
  requirePermission(ctx, 'places.read')
  return { data: await statesOf(input.country) }
}

export async function listCities(_deps: AccountsDeps, { ctx, input }: Ask<{ country: string; state: string }>) {
  requirePermission(ctx, 'places.read')
  return { data: await citiesOf(input.country, input.state) }
}
