import { describe, expect, it } from 'vitest'
import { citiesOf, countries, statesOf } from './routes'

describe('places', () => {
  it('are countries, states of a country and cities of a state', async () => {
    expect(await countries()).toContainEqual({ code: 'IN', name: 'India' })
    expect(await statesOf('IN')).toContainEqual({ code: 'KA', name: 'Karnataka' })
    expect(await citiesOf('IN', 'KA')).toContain('Mysuru')
  })

  it('are empty for an unknown country or state', async () => {
    expect(await statesOf('ZZ')).toEqual([])
    expect(await citiesOf('IN', '../../US')).toEqual([])
  })
})
