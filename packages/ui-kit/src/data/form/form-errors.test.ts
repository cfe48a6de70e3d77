import { CreditTransferInput, newAccountSchema } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { changedFields, toFieldErrors } from './field'

describe('the errors of a form', () => {
  it("have the contract's first message for each field", () => {
    expect(toFieldErrors(newAccountSchema('player'), { firstName: 'A' })).toMatchObject({
      lastName: 'Last Name is required',
      address: 'Address is required',
      password: 'PIN is required',
    })
    expect(toFieldErrors(CreditTransferInput, { toUserId: 'x', transferAmount: 1.005, password: 'p' })).toEqual({
      transferAmount: 'Invalid transfer amount. Please enter a valid number.',
    })
  })

  it('ignore an emptied field that had no value', () => {
    const initial = { city: 'Pune', games: ['a'], note: undefined as string | undefined, userStatus: true }
    const values = { city: 'Goa', games: ['a'], note: '', userStatus: false }
    expect(changedFields(initial, values)).toEqual({ city: 'Goa', userStatus: false })
  })
})
