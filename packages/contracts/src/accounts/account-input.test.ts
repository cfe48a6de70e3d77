import { describe, expect, it } from 'vitest'
import { type AccountRole, sideRoles, treeRoles } from '../roles'
import {
  accountEditSchema,
  clearableFields,
  missingFieldTexts,
  newAccountSchema,
  requiredFields,
} from './account-input'
import { CreditAdjustInput, CreditTransferInput, creditTexts } from './credit'

const full = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  phone: 9876543210,
  country: 'IN',
  state: 'KA',
  city: 'Mysuru',
  address: '12 Lake Road',
  pinCode: 570001,
  password: 'long-enough',
  refId: 'parent-1',
}
const messagesOf = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]))

describe('account input', () => {
  it.each([...treeRoles, ...sideRoles])(
    'reports the missing fields of a new %s with the messages of the forms',
    role => {
      const messages = messagesOf(newAccountSchema(role).safeParse({}))
      expect(Object.keys(messages).sort()).toEqual([...requiredFields[role]].sort())
      for (const field of requiredFields[role]) expect(messages[field]).toBe(missingFieldTexts[field])
    },
  )

  it.each<[AccountRole, object]>([
    ['master', { walletBalance: 5 }],
    ['master', { path: [] }],
    ['player', JSON.parse('{"__proto__": {"role": "superadmin"}}') as object],
    ['player', { constructor: {} }],
    ['player', { games: [] }],
  ])('rejects a field that a %s does not have: %j', (role, extra) => {
    expect(newAccountSchema(role).safeParse({ ...full, ...extra, ...ownProto(extra) }).success).toBe(false)
  })

  it('rejects a MongoDB operator in place of a text', () => {
    expect(newAccountSchema('player').safeParse({ ...full, firstName: { $ne: null } }).success).toBe(false)
  })

  it('accepts line breaks in an address and no other control characters', () => {
    expect(accountEditSchema('player').parse({ address: '12 MG Road\nPune' })).toEqual({ address: '12 MG Road\nPune' })
    for (const sign of ['\u0000', '\u0001', '\u007f']) {
      expect(messagesOf(accountEditSchema('player').safeParse({ city: `Pune${sign}x` }))).toEqual({
        city: expect.stringMatching(/hidden characters/),
      })
    }
  })

  it('accepts an edit of a single field', () => {
    expect(accountEditSchema('player').parse({ city: ' Pune ' })).toEqual({ city: 'Pune' })
  })

  it.each<[AccountRole, string[]]>([
    ['player', ['email', 'phone', 'dateOfBirth', 'address', 'pinCode', 'occupation', 'note']],
    ['master', ['occupation', 'note']],
    ['superareamanager', ['occupation', 'note']],
    [
      'admin',
      [
        ...['phone', 'dateOfBirth', 'country', 'state', 'city', 'address', 'pinCode', 'occupation', 'creditLine'],
        ...['settlementPeriod', 'settlementLevels', 'note'],
      ],
    ],
    ['otc', ['email', 'phone', 'dateOfBirth', 'country', 'state', 'city', 'address', 'pinCode', 'occupation', 'note']],
  ])('lets an edit of a %s clear its optional fields', (role, emptyable) => {
    expect(clearableFields(role)).toEqual(emptyable)
    const nothing = Object.fromEntries(emptyable.map(field => [field, null]))
    expect(accountEditSchema(role).parse(nothing)).toEqual(nothing)
    expect(accountEditSchema(role).parse({ occupation: '', note: '' })).toEqual({ occupation: '', note: '' })
  })

  it.each([...treeRoles, ...sideRoles])(
    'rejects null for every other field of a %s with the messages of the forms',
    role => {
      const texts = Object.entries(missingFieldTexts).filter(
        ([field]) => !clearableFields(role).some(name => name === field),
      )
      for (const [field, message] of texts) {
        const result = accountEditSchema(role).safeParse({ [field]: null })
        expect(result.success).toBe(false)
        // Unknown fields, `refId` and `games` have other messages.
        if (Object.keys(messagesOf(result))[0] === field && field !== 'refId' && field !== 'games') {
          expect(messagesOf(result)).toEqual({ [field]: message })
        }
      }
      for (const field of ['commission', 'commissionAmount', 'games']) {
        expect(accountEditSchema(role).safeParse({ [field]: null }).success).toBe(false)
      }
    },
  )

  it('rejects null in a create and validates new values in an edit', () => {
    expect(newAccountSchema('player').safeParse({ ...full, email: null }).success).toBe(false)
    expect(messagesOf(accountEditSchema('player').safeParse({ email: 'x', phone: 'y' }))).toEqual({
      email: 'Not an email address',
      phone: 'Phone takes digits only, not "y"',
    })
  })

  it('stores the day of a birth date and rejects a future one', () => {
    const update = accountEditSchema('areamanager')
    expect(update.parse({ dateOfBirth: '1990-05-04T18:30:00.000Z' })).toEqual({ dateOfBirth: '1990-05-04' })
    expect(update.safeParse({ dateOfBirth: '2999-01-01' }).success).toBe(false)
  })
})

describe('credit input', () => {
  const transfer = { toUserId: 'a', password: 'x', transferAmount: 1.25 }

  it.each([0, -1, 0.001, 1e11, '5', [5], null, Number.NaN, { $gt: 0 }])('rejects %j as an amount', transferAmount => {
    expect(messagesOf(CreditTransferInput.safeParse({ ...transfer, transferAmount }))).toEqual({
      transferAmount: creditTexts.transferAmount,
    })
  })

  it('requires the password with the message of the operation', () => {
    expect(messagesOf(CreditTransferInput.safeParse({ ...transfer, password: undefined }))).toEqual({
      password: creditTexts.transferPassword,
    })
    expect(messagesOf(CreditAdjustInput.safeParse({ toUserId: 'a', adjustAmount: 2 }))).toEqual({
      password: creditTexts.adjustPassword,
    })
  })

  it('adjusts at least one point and defaults to taking it back', () => {
    expect(messagesOf(CreditAdjustInput.safeParse({ toUserId: 'a', adjustAmount: 0.99, password: 'x' }))).toEqual({
      adjustAmount: 'Amount must be greater than 0',
    })
    expect(CreditAdjustInput.parse({ toUserId: 'a', adjustAmount: 1, password: 'x' }).transactionType).toBe('credit')
  })
})

/** Spreading drops an own `__proto__` key, which a JSON body can contain. */
function ownProto(extra: object) {
  return Object.hasOwn(extra, '__proto__') ? Object.fromEntries([['__proto__', {}]]) : {}
}
