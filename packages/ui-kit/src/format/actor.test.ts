import { describe, expect, it } from 'vitest'
import { formatActor } from './actor'

describe('the actor of a change', () => {
  const person = { name: 'Anita Rao' }
  it.each([
    [{ username: 'admin1' }, undefined, 'admin1'],
    [{ username: 'admin1' }, 'admin', 'admin1 (admin)'],
    [{ username: 'admin1', person }, undefined, 'Anita Rao (admin1)'],
    [{ username: 'admin1', person }, 'admin', 'Anita Rao (admin1, admin)'],
    [{ username: 'admin1', person, approvedBy: 'root' }, undefined, 'Anita Rao (admin1), approved by root'],
  ])('%j with role %s is formatted as %s', (actor, role, text) => {
    expect(formatActor(actor, role)).toBe(text)
  })
})
