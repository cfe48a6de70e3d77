import type { AccountRole } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { makeAccount } from '../testing/make-account'
import { type AccountValues, buildEditBody, editErrors, toFormValues } from './account-values'
import { editSets, type FieldSet, profileSetOf } from './field-sets'

const setOf = (role: AccountRole) => editSets[role] as FieldSet

/** Request body and errors of an edit that replaces the stored values with `entered`. */
function edit(role: AccountRole, entered: AccountValues, set = setOf(role), account = makeAccount({ role })) {
  const stored = toFormValues(account, set)
  const values = { ...stored, ...entered }
  return { body: buildEditBody(role, stored, values, set), errors: editErrors(role, stored, values, set) }
}

describe('an emptied field', () => {
  it('is removed if it is optional', () => {
    const emptied = { email: '', phone: '', dateOfBirth: '', address: undefined, pinCode: '', note: '' }
    expect(edit('player', emptied)).toEqual({
      body: { email: null, phone: null, dateOfBirth: null, address: null, pinCode: null, note: null },
      errors: {},
    })
  })

  it.each(['superareamanager', 'areamanager', 'master'] as const)(
    'is reported as required if a %s must have it',
    role => {
      const emptied = { email: '', phone: '', dateOfBirth: '', address: '', pinCode: '' }
      expect(edit(role, emptied)).toEqual({
        body: {},
        errors: {
          email: 'Email is required',
          phone: 'Phone number is required',
          dateOfBirth: 'Date of Birth is required',
          address: 'Address is required',
          pinCode: 'PIN Code is required',
        },
      })
    },
  )

  it('is reported as required if only the form requires it', () => {
    const { body, errors } = edit('admin', { phone: '', dateOfBirth: '' }, profileSetOf('admin'))
    expect(body).toEqual({ dateOfBirth: null })
    expect(errors).toEqual({ phone: 'Phone number is required' })
  })

  it('is not sent if it is a commission, reference or secret', () => {
    const { body, errors } = edit('player', { commission: null, refId: undefined, password: '', pin: '' })
    expect(body).toEqual({})
    expect(errors).toEqual({ commission: 'Commission must be a number', refId: 'Reference is required' })
  })

  it('is removed with a change to a country without it', () => {
    const { body, errors } = edit('otc', { country: 'SG', state: undefined, city: undefined })
    expect([body, errors]).toEqual([{ country: 'SG', state: null, city: null }, {}])
  })
})

describe('a field that was empty', () => {
  it('is not sent if it stays empty', () => {
    const account = makeAccount({ email: undefined, phone: undefined, dateOfBirth: undefined, note: '' })
    const entered = { email: '', phone: '', dateOfBirth: '', occupation: '', note: '' }
    expect(edit('player', entered, setOf('player'), account)).toEqual({ body: {}, errors: {} })
  })
})
