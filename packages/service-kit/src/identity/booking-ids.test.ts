import { expect, it } from 'vitest'
import { bookingIdOf, claimIdOf } from './booking-ids'
import { bookingKeyOf, transferIdOf } from './permission'

it('a key of an actor stands for one booking, the same for ever', () => {
  const id = bookingIdOf('actor', 'key-1')
  expect(id).toBe(transferIdOf('actor', bookingKeyOf('key-1')))
  expect(claimIdOf(id, 0)).toBe(id)
})

it('no two actors, keys or claims share an id', () => {
  const takes = [bookingIdOf('a', 'k'), bookingIdOf('a', 'k2'), bookingIdOf('b', 'k')]
  const ids = takes.flatMap(takeId => [0, 1, 2].map(position => claimIdOf(takeId, position)))
  expect(new Set(ids).size).toBe(ids.length)
})
