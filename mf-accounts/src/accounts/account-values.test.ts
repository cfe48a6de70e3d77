import type { AccountRole } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { makeAccount } from '../testing/make-account'
import { type AccountValues, editBodyOf, editFaults, valuesOf } from './account-values'
import { editSets, type FieldSet, profileSet } from './field-sets'

const setOf = (role: AccountRole) => editSets[role] as FieldSet

/** What an edit sends and says when these values replace the stored ones. */
function edit(role: AccountRole, entered: AccountValues, set = setOf(role), account = makeAccount({ role })) {
  const stored = valuesOf(account, set)
  const values = { ...stored, ...entered }
  return { body: editBodyOf(role, stored, values, set), faults: editFaults(role, stored, values, set) }
}

describe('an emptied field', () => {
  it('is taken away from a player where it is optional', () => {
    const emptied = { email: '', phone: '', dateOfBirth: '', address: undefined, pinCode: '', note: '' }
    expect(edit('player', emptied)).toEqual({
      body: { email: null, phone: null, dateOfBirth: null, address: null, pinCode: null, note: null },
      faults: {},
    })
  })

  it.each(['superareamanager', 'areamanager', 'master'] as const)('is asked for where a %s must have it', role => {
    const emptied = { email: '', phone: '', dateOfBirth: '', address: '', pinCode: '' }
    expect(edit(role, emptied)).toEqual({
      body: {},
      faults: {
        email: 'Email is required',
        phone: 'Phone number is required',
        dateOfBirth: 'Date of Birth is required',
        address: 'Address is required',
        pinCode: 'PIN Code is required',
      },
    })
  })

  it('is asked for where the form wants it, although the contract does not', () => {
    const { body, faults } = edit('admin', { phone: '', dateOfBirth: '' }, profileSet)
    expect(body).toEqual({ dateOfBirth: null })
    expect(faults).toEqual({ phone: 'Phone number is required' })
  })

  it('keeps a commission, a reference and the secrets', () => {
    const { body, faults } = edit('player', { commission: null, refId: undefined, password: '', pin: '' })
    expect(body).toEqual({})
    expect(faults).toEqual({ commission: 'Commission must be a number', refId: 'Reference is required' })
  })

  it('takes the state and city along when another country of a side account has none', () => {
    const { body, faults } = edit('otc', { country: 'SG', state: undefined, city: undefined })
    expect([body, faults]).toEqual([{ country: 'SG', state: null, city: null }, {}])
  })
})

it('sends nothing for what was never there and is still empty', () => {
  const account = makeAccount({ email: undefined, phone: undefined, dateOfBirth: undefined, note: '' })
  const entered = { email: '', phone: '', dateOfBirth: '', occupation: '', note: '' }
  expect(edit('player', entered, setOf('player'), account)).toEqual({ body: {}, faults: {} })
})
