import { expect, it } from 'vitest'
import { checkShare, hasFault, shareOf, updatesOf, withEdit } from './percentage-table'

it.each([
  ['12', 12, {}],
  ['12.5', 12.5, {}],
  [' 7,25 ', 7.25, {}],
  ['100', 100, {}],
  ['', 0, { note: 'sentAsZero' }],
  ['abc', 0, { note: 'sentAsZero' }],
  ['1e', 0, { note: 'sentAsZero' }],
  ['0', 0, { fault: 'atLeastOne' }],
  ['0.5', 0.5, { fault: 'atLeastOne' }],
  ['-3', -3, { fault: 'atLeastOne' }],
  ['100.5', 100.5, { fault: 'notAShare' }],
  ['1.234', 1.234, { fault: 'notAShare' }],
  ['1e1', 10, { fault: 'notAShare' }],
  ['0x10', 16, { fault: 'notAShare' }],
  ['٣', 0, { note: 'sentAsZero' }],
])('%j is sent as %d and judged %j', (typed, share, verdict) => {
  expect(shareOf(typed)).toBe(share)
  expect(checkShare(typed)).toEqual(verdict)
})

it('a row is an edit only while it differs from what is stored', () => {
  const row = { id: 'a', winpercentage: 10 }
  const edits = withEdit(withEdit({}, row, '11'), { id: 'b', winpercentage: 5 }, 'x')
  expect(updatesOf(edits)).toEqual([
    { id: 'a', winpercentage: 11 },
    { id: 'b', winpercentage: 0 },
  ])
  expect(Object.keys(withEdit(edits, row, '10.0'))).toEqual(['b'])
  expect(hasFault(edits)).toBe(false)
  expect(hasFault(withEdit(edits, row, '0'))).toBe(true)
})
