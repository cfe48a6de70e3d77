import { CreditTransferInput, newAccountSchema } from '@cascade/contracts/accounts'
import { expect, it } from 'vitest'
import { changedFields, toFieldErrors } from './field'

it("returns the contract's first message for each field", () => {
  expect(toFieldErrors(newAccountSchema('player'), { firstName: 'A' })).toMatchObject({
    lastName: 'Last Name is required',
    address: 'Address is required',
    password: 'PIN is required',
  })
  expect(toFieldErrors(CreditTransferInput, { toUserId: 'x', transferAmount: 1.005, password: 'p' })).toEqual({
    transferAmount: 'Invalid transfer amount. Please enter a valid number.',
  })
})

it('finds changed fields and ignores an emptied field that had no value', () => {
  const initial = { city: 'Pune', games: ['a'], note: undefined as string | undefined, userStatus: true }
  const values = { city: 'Goa', games: ['a'], note: '', userStatus: false }
  expect(changedFields(initial, values)).toEqual({ city: 'Goa', userStatus: false })
})
