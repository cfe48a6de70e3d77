import { expect, test } from 'vitest'
import { pairOf } from './snapshot'

const admin = '0190a5f2-7c44-7d7e-9b1c-5a0c3f6f1d11'

test('game and admin are recognised in either order', () => {
  const pair = { adminId: admin, gameId: 'MNOQqWWi' }
  expect(pairOf('MNOQqWWi', admin)).toEqual(pair)
  expect(pairOf(admin, 'MNOQqWWi')).toEqual(pair)
})

test('a game outside the master data is recognised by its eight letters', () => {
  expect(pairOf(admin, 'AbCdEfGh')).toEqual({ adminId: admin, gameId: 'AbCdEfGh' })
})

test('a known game code takes precedence over an admin id that looks like one', () => {
  expect(pairOf('abcdefgh', 'qZicXikM')).toEqual({ adminId: 'abcdefgh', gameId: 'qZicXikM' })
})

test('the game comes first when the segments cannot be told apart', () => {
  expect(pairOf('one', 'two')).toEqual({ gameId: 'one', adminId: 'two' })
})
