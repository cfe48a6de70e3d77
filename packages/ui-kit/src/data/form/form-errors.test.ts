import { CreditTransferInput, createInputOf } from '@cascade/contracts/accounts'
import { expect, it } from 'vitest'
import { changedFields, issuesOf } from './field'

it("says the contract's sentence at each field, the first only", () => {
  expect(issuesOf(createInputOf('player'), { firstName: 'A' })).toMatchObject({
    lastName: 'Last Name is required',
    address: 'Address is required',
    password: 'PIN is required',
  })
  expect(issuesOf(CreditTransferInput, { toUserId: 'x', transferAmount: 1.005, password: 'p' })).toEqual({
    transferAmount: 'Invalid transfer amount. Please enter a valid number.',
  })
})

it('finds the changed fields; an emptied field that was missing is no change', () => {
  const initial = { city: 'Pune', games: ['a'], note: undefined as string | undefined, userStatus: true }
  const values = { city: 'Goa', games: ['a'], note: '', userStatus: false }
  expect(changedFields(initial, values)).toEqual({ city: 'Goa', userStatus: false })
})
