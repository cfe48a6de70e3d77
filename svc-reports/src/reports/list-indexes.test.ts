import { backOfficeRoles } from '@cascade/contracts'
import type { CollectionSpec } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { accountStatesProjection } from './players/account-states-projection'
import { userSearchCollections } from './users/routes'

const scopes = [[], ...backOfficeRoles.map(role => [`ancestry.${role}`])]
const keysOf = (collections: readonly CollectionSpec[]) =>
  collections.flatMap(({ indexes = [] }) => indexes.map(({ key }) => Object.keys(key).join()))

describe('the list of accounts', () => {
  it.each([
    ['players by presence', accountStatesProjection.collections('g1_'), ['role', 'deleted', 'isOnline']],
    ['accounts of a level', userSearchCollections, ['role', 'deleted']],
    ['accounts of all levels', userSearchCollections, ['deleted']],
  ])('reads its pages by name from an index, in every scope: %s', (_name, collections, equalities) => {
    const keys = keysOf(collections)
    for (const scope of scopes) expect(keys).toContain([...scope, ...equalities, 'nameKey'].join())
  })
})
