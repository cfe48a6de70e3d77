import { describe, expect, it } from 'vitest'
import { parseOffering } from './snapshot'

const admin = '0190a5f2-7c44-7d7e-9b1c-5a0c3f6f1d11'

describe('the address of an offering', () => {
  it('has game and admin in either order', () => {
    const offering = { adminId: admin, gameId: 'MNOQqWWi' }
    expect(parseOffering('MNOQqWWi', admin)).toEqual(offering)
    expect(parseOffering(admin, 'MNOQqWWi')).toEqual(offering)
  })

  it('has a game outside the master data by its eight letters', () => {
    expect(parseOffering(admin, 'AbCdEfGh')).toEqual({ adminId: admin, gameId: 'AbCdEfGh' })
  })

  it('has a known game code rather than an admin id that looks like one', () => {
    expect(parseOffering('abcdefgh', 'qZicXikM')).toEqual({ adminId: 'abcdefgh', gameId: 'qZicXikM' })
  })

  it('has the game first when the segments are ambiguous', () => {
    expect(parseOffering('one', 'two')).toEqual({ gameId: 'one', adminId: 'two' })
  })
})
