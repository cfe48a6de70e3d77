import { allEndpoints } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { excludedCalls, explainedRejections } from './exclusions'
import { callers, planOfAll } from './plan'

describe('the plan of the fuzz test', () => {
  it('has every call for every caller, and in a thorough run by exactly one permitted caller', () => {
    const plan = planOfAll(29)
    const left = new Set(excludedCalls.map(({ id }) => id))
    const included = allEndpoints.filter(({ id }) => !left.has(id))
    for (const caller of callers) {
      const { thorough, brief } = plan[caller]
      expect([...thorough, ...brief].sort()).toEqual(included.map(({ id }) => id).sort())
    }
    expect(callers.flatMap(caller => plan[caller].thorough).sort()).toEqual(included.map(({ id }) => id).sort())
    const open = included.filter(({ roles }) => roles === 'public').map(({ id }) => id)
    expect(plan.nobody.thorough.every(id => open.includes(id))).toBe(true)
  })

  it('excludes or explains existing calls only', () => {
    const ids = new Set(allEndpoints.map(({ id }) => id))
    const named = [
      ...excludedCalls.map(({ id }) => id),
      ...explainedRejections.flatMap(({ operation }) => operation ?? []),
    ]
    expect(named.filter(id => !ids.has(id))).toEqual([])
  })
})
