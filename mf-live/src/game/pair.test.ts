import { expect, test } from 'vitest'
import { pairOf } from './snapshot'

const admin = '0190a5f2-7c44-7d7e-9b1c-5a0c3f6f1d11'

test('reads game and admin in either order', () => {
  const pair = { adminId: admin, gameId: 'MNOQqWWi' }
  expect(pairOf('MNOQqWWi', admin)).toEqual(pair)
  expect(pairOf(admin, 'MNOQqWWi')).toEqual(pair)
})

test('knows a game that was added later by its eight letters', () => {
  expect(pairOf(admin, 'AbCdEfGh')).toEqual({ adminId: admin, gameId: 'AbCdEfGh' })
})

test('a known code wins over an admin id that merely looks like one', () => {
  expect(pairOf('abcdefgh', 'qZicXikM')).toEqual({ adminId: 'abcdefgh', gameId: 'qZicXikM' })
})

test('takes the game first when nothing tells them apart', () => {
  expect(pairOf('one', 'two')).toEqual({ gameId: 'one', adminId: 'two' })
})
