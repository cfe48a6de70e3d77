import { expect, it } from 'vitest'
import * as charts from '../charts'
import * as data from '../data'
import * as forms from '../forms'
import * as first from '../index'
import * as sort from '../sort'
import { entries, withoutLooks } from './entries'

it('has an entry for every component that the kit exports, and for nothing else', () => {
  const names = [first, data, forms, charts, sort].flatMap(entry => Object.keys(entry))
  const components = names.filter(name => /^[A-Z]/.test(name) && !/Icon(Button)?$/.test(name))
  expect(Object.keys(entries).sort()).toEqual(
    [...components.filter(name => !withoutLooks.includes(name)), 'Icons'].sort(),
  )
})
