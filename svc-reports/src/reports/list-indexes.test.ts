import { backOfficeRoles } from '@cascade/contracts'
import type { CollectionPlan } from '@cascade/service-kit'
import { expect, it } from 'vitest'
import { accountStatesProjection } from './players/account-states-projection'
import { userSearchPlans } from './users/routes'

const scopes = [[], ...backOfficeRoles.map(role => [`ancestry.${role}`])]
const keysOf = (plans: readonly CollectionPlan[]) =>
  plans.flatMap(({ indexes = [] }) => indexes.map(({ key }) => Object.keys(key).join()))

it.each([
  ['players by presence', accountStatesProjection.plans('g1_'), ['role', 'deleted', 'isOnline']],
  ['accounts of a level', userSearchPlans, ['role', 'deleted']],
  ['accounts of all levels', userSearchPlans, ['deleted']],
])('the list of %s reads its pages by name from an index, in every scope', (_name, plans, equalities) => {
  const keys = keysOf(plans)
  for (const scope of scopes) expect(keys).toContain([...scope, ...equalities, 'nameKey'].join())
})
