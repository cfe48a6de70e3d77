import { describe, expect, it } from 'vitest'
import { buildUpdates, checkShare, hasFault, parseShare, withEdit } from './percentage-table'

const sentAsZero = { note: 'Not a number: it is sent as 0.' }
const atLeastOne = { fault: 'Must be at least 1' }
const notAShare = { fault: 'At most 100, with two decimals.' }

describe('a percentage', () => {
  it.each([
    ['12', 12, {}],
    ['12.5', 12.5, {}],
    [' 7.25 % ', 7.25, {}],
    ['१८', 18, {}],
    ['100', 100, {}],
    ['', 0, sentAsZero],
    ['abc', 0, sentAsZero],
    ['0', 0, atLeastOne],
    ['0.5', 0.5, atLeastOne],
    ['−3', -3, atLeastOne],
    ['100.5', 100.5, notAShare],
    ['1.234', 1.234, notAShare],
    ['1,000', 1000, notAShare],
    ['7,25', 0, { fault: 'Write decimals with a point: 7.25' }],
    ['1e', 0, { fault: 'Write digits only, without letters' }],
    ['2e1', 0, { fault: 'Write all digits, without an exponent' }],
    ['0x10', 0, { fault: 'Write digits only, without letters' }],
  ])('typed as %j is sent as %d and checked as %j', (typed, share, verdict) => {
    expect(parseShare(typed)).toBe(share)
    expect(checkShare(typed)).toEqual(verdict)
  })

  it('counts as edited only while it differs from the stored value', () => {
    const row = { id: 'a', winpercentage: 10 }
    const edits = withEdit(withEdit({}, row, '11'), { id: 'b', winpercentage: 5 }, 'x')
    expect(buildUpdates(edits)).toEqual([
      { id: 'a', winpercentage: 11 },
      { id: 'b', winpercentage: 0 },
    ])
    expect(Object.keys(withEdit(edits, row, '10.0'))).toEqual(['b'])
    expect(hasFault(edits)).toBe(false)
    expect(hasFault(withEdit(edits, row, '0'))).toBe(true)
  })
})
