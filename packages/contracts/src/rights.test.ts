import { describe, expect, it } from 'vitest'
import { allEndpoints } from './calls'
import type { AnyEndpoint } from './endpoint'
import { isWithinRights, permissionOf, standardRights, standardRightsOf } from './rights'
import { backOfficeRoles, type Role } from './roles'

const callersOf = ({ roles }: AnyEndpoint): readonly Role[] =>
  Array.isArray(roles) ? backOfficeRoles.filter(role => roles.includes(role)) : []

describe('the standard rights', () => {
  it('allow the calls of the table', async () => {
    const lines = allEndpoints.flatMap(endpoint => {
      const roles = callersOf(endpoint)
      if (roles.length === 0) return []
      const allowed = standardRights.filter(name => {
        const answers = new Set(roles.map(role => isWithinRights(standardRightsOf(name, role), endpoint)))
        expect([...answers], `${endpoint.id}: the same for all roles`).toHaveLength(1)
        return answers.has(true)
      })
      return [`${endpoint.id}: ${allowed.join(' ') || 'none'}`]
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../docs/rights.txt')
  })

  it('contain no permission that the role of the account lacks', () => {
    for (const role of backOfficeRoles) {
      for (const name of standardRights) {
        for (const right of standardRightsOf(name, role)) {
          const reach = allEndpoints.filter(({ permission, right: own }) => (own ?? permission) === permissionOf(right))
          if (reach.length > 0)
            expect(
              reach.some(each => callersOf(each).includes(role)),
              `${role} ${right}`,
            ).toBe(true)
        }
      }
    }
  })
})
