import { bookingKinds } from '@cascade/contracts'
import { expect, it } from 'vitest'
import { bookingIdOf, bookingIdsOf, claimIdOf, takeIdOf } from './booking-ids'
import { bookingKeyOf, transferIdOf } from './permission'

it('a key of an actor stands for one id of each kind of booking, the same for ever', () => {
  const ids = bookingIdsOf('actor', 'key-1')
  expect(ids).toEqual(bookingKinds.map(kind => bookingIdOf(kind, 'actor', 'key-1')))
  expect(ids).toContain(transferIdOf('actor', bookingKeyOf('key-1')))
  expect(ids).toContain(claimIdOf(takeIdOf('actor', 'key-1'), 0))
  // Ids are stored with the money: another derivation would book a repeated call once more.
  expect(bookingIdOf('bet', 'actor', 'key-1')).toBe('b6ab2d84-62ac-507f-ac7d-68cf6771778b')
  expect(claimIdOf(takeIdOf('actor', 'key-1'), 1)).toBe('2ffe3fa7-b03d-5e84-9592-afbab71dfebf')
})

it('no two kinds, actors, keys or claims share an id', () => {
  const pairs = [
    ['a', 'k'],
    ['a', 'k2'],
    ['b', 'k'],
  ] as const
  const ids = pairs.flatMap(([actorId, key]) => [
    ...bookingIdsOf(actorId, key),
    takeIdOf(actorId, key),
    claimIdOf(takeIdOf(actorId, key), 1),
  ])
  expect(new Set(ids).size).toBe(ids.length)
})
