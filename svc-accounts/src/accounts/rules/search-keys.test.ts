import { describe, expect, it } from 'vitest'
import { sampleAccount } from '../../testing/sample'
import { contactsOf } from '../store/contacts'
import { matchesPrefix, searchKeysOf, startsWith } from './search-keys'

const isWithin = ({ $gte, $lt }: { $gte: string; $lt: string }, text: string) => text >= $gte && text < $lt

describe('search keys', () => {
  it('put running numbers in their order', () => {
    const orders = ['player10', 'player2', 'Player1'].map(
      username => searchKeysOf({ username, firstName: '', lastName: '' }).usernameOrder,
    )
    expect([...orders].sort()).toEqual([orders[2], orders[1], orders[0]])
  })

  it('match a beginning, never a pattern', () => {
    expect(isWithin(startsWith('asha'), 'asha rao')).toBe(true)
    expect(isWithin(startsWith('asha'), 'asha')).toBe(true)
    expect(isWithin(startsWith('asha'), 'ash')).toBe(false)
    expect(isWithin(startsWith('a.*'), 'asha')).toBe(false)
    expect(isWithin(startsWith('zoë'), 'zoë kravitz')).toBe(true)
    expect(matchesPrefix('k7q')).toContainEqual({ uniqueId: { $gte: 'K7Q', $lt: 'K7Q\uffff' } })
  })
})

it('an account takes its email and phone while it lives', () => {
  const account = sampleAccount('admin', undefined, { email: 'Asha@Example.com', phone: 98 })
  const ids = contactsOf(account).map(({ _id }) => _id)
  expect(ids).toEqual(['email|asha@example.com', 'phone|98'])
  expect(contactsOf({ ...account, deleted: true })).toEqual([])
})
