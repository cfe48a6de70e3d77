import { describe, expect, it } from 'vitest'
import { drawIdOf, parseDrawId } from './draw-id'

const offering = { adminId: '018f1e2a-0000-7000-8000-000000000000', gameId: 'MNOQqWWi' }
const drawAtMs = Date.parse('2026-03-01T10:01:00.000Z')

describe('a draw id', () => {
  it('is built from admin, game and draw time, within the limits of an id', () => {
    expect(drawIdOf(offering, drawAtMs)).toBe('018f1e2a-0000-7000-8000-000000000000_MNOQqWWi_1772359260')
    expect(drawIdOf(offering, drawAtMs)).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  it.each([offering, { adminId: 'a_1', gameId: 'Quick' }])('parses back to its parts: %j', each => {
    expect(parseDrawId(drawIdOf(each, drawAtMs))).toEqual({ ...each, drawAtMs })
  })

  it.each(['', 'x', 'a_b', 'a_b_c', '_b_1', 'a_b_1234567890123'])('does not parse from %j', text => {
    expect(parseDrawId(text)).toBeUndefined()
  })
})
