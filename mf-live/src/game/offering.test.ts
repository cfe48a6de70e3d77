import { expect, test } from 'vitest'
import { parseOffering } from './snapshot'

const admin = '0190a5f2-7c44-7d7e-9b1c-5a0c3f6f1d11'

test('game and admin are recognised in either order', () => {
  const offering = { adminId: admin, gameId: 'MNOQqWWi' }
  expect(parseOffering('MNOQqWWi', admin)).toEqual(offering)
  expect(parseOffering(admin, 'MNOQqWWi')).toEqual(offering)
})

test('a game outside the master data is recognised by its eight letters', () => {
  expect(parseOffering(admin, 'AbCdEfGh')).toEqual({ adminId: admin, gameId: 'AbCdEfGh' })
})

test('a known game code takes precedence over an admin id that looks like one', () => {
  expect(parseOffering('abcdefgh', 'qZicXikM')).toEqual({ adminId: 'abcdefgh', gameId: 'qZicXikM' })
})

test('the game comes first when the segments cannot be told apart', () => {
  expect(parseOffering('one', 'two')).toEqual({ gameId: 'one', adminId: 'two' })
})
