import type { AccountRole } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { makeAccount } from '../testing/make-account'
import { type AccountValues, buildEditBody, editFaults, toFormValues } from './account-values'
import { editSets, type FieldSet, profileSet } from './field-sets'

const setOf = (role: AccountRole) => editSets[role] as FieldSet

/** Request body and faults of an edit that replaces the stored values with `entered`. */
function edit(role: AccountRole, entered: AccountValues, set = setOf(role), account = makeAccount({ role })) {
  const stored = toFormValues(account, set)
  const values = { ...stored, ...entered }
  return { body: buildEditBody(role, stored, values, set), faults: editFaults(role, stored, values, set) }
}

describe('an emptied field', () => {
  it('an emptied optional field of a player is removed', () => {
    const emptied = { email: '', phone: '', dateOfBirth: '', address: undefined, pinCode: '', note: '' }
    expect(edit('player', emptied)).toEqual({
      body: { email: null, phone: null, dateOfBirth: null, address: null, pinCode: null, note: null },
      faults: {},
    })
  })

  it.each(['superareamanager', 'areamanager', 'master'] as const)(
    'that a %s must have is reported as required',
    role => {
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
    },
  )

  it('that only the form requires is reported as required', () => {
    const { body, faults } = edit('admin', { phone: '', dateOfBirth: '' }, profileSet)
    expect(body).toEqual({ dateOfBirth: null })
    expect(faults).toEqual({ phone: 'Phone number is required' })
  })

  it('an emptied commission, reference or secret is not sent', () => {
    const { body, faults } = edit('player', { commission: null, refId: undefined, password: '', pin: '' })
    expect(body).toEqual({})
    expect(faults).toEqual({ commission: 'Commission must be a number', refId: 'Reference is required' })
  })

  it('state and city of a side account are removed with a change to a country without them', () => {
    const { body, faults } = edit('otc', { country: 'SG', state: undefined, city: undefined })
    expect([body, faults]).toEqual([{ country: 'SG', state: null, city: null }, {}])
  })
})

it('fields that were empty and stay empty are not sent', () => {
  const account = makeAccount({ email: undefined, phone: undefined, dateOfBirth: undefined, note: '' })
  const entered = { email: '', phone: '', dateOfBirth: '', occupation: '', note: '' }
  expect(edit('player', entered, setOf('player'), account)).toEqual({ body: {}, faults: {} })
})
