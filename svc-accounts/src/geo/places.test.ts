import { expect, it } from 'vitest'
import { citiesOf, countries, statesOf } from './routes'

it('goes from country to state to city', async () => {
  expect(await countries()).toContainEqual({ code: 'IN', name: 'India' })
  expect(await statesOf('IN')).toContainEqual({ code: 'KA', name: 'Karnataka' })
  expect(await citiesOf('IN', 'KA')).toContain('Mysuru')
})

it('knows nothing below a place that does not exist', async () => {
  expect(await statesOf('ZZ')).toEqual([])
  expect(await citiesOf('IN', '../../US')).toEqual([])
})
