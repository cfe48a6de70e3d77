import { describe, expect, it } from 'vitest'
import { accountEditSchema } from './account-input'
import { accountFields } from './fields'
import { parseCode } from './parse-code'

const { phone, pinCode, pin } = { phone: 'tel', pinCode: 'digits', pin: 'pin' } as const
const labels = { tel: 'Phone', digits: 'PIN Code', pin: 'PIN' } as const
const read = (text: string, input: 'tel' | 'digits' | 'pin') => parseCode(text, { label: labels[input], input })

describe('a typed code', () => {
  it.each([
    ['+44 (20) 7946-0018', phone, 442_079_460_018],
    ['98765\u201143210', phone, 9_876_543_210],
    ['560 034', pinCode, 560_034],
    ['५६००३४', pinCode, 560_034],
    ['７７８８', pin, 7788],
    ['0', pin, 0],
    ['  ', pin, null],
  ])('reads %j as the digits of a %s', (text, input, value) => expect(read(text, input)).toEqual({ value }))

  it.each([
    ['9.87654E+9', phone, 'Write all digits, without an exponent'],
    ['9876543210.0', phone, 'Phone takes digits only, not "."'],
    ['-9876543210', phone, 'Phone takes digits only, not "-"'],
    ['098765 43210', phone, 'Phone cannot begin with 0'],
    ['1234567890123456', phone, 'At most 15 digits'],
    ['560034.5', pinCode, 'PIN Code takes digits only, not "."'],
    ['560-034', pinCode, 'PIN Code takes digits only, not "-"'],
    ['000560', pinCode, 'PIN Code cannot begin with 0'],
    ['0x1F', pin, 'PIN takes digits only, not "x"'],
    ['+77', pin, 'PIN takes digits only, not "+"'],
    ['0456', pin, 'PIN cannot begin with 0'],
    ['()', phone, 'Phone takes digits only'],
  ])('rejects %j as a %s instead of reading another number', (text, input, fault) => {
    expect(read(text, input)).toEqual({ value: Number.NaN, error: fault })
  })

  it('gets the same error from the API as a string in place of the number', () => {
    const messageOf = (body: object) => accountEditSchema('master').safeParse(body).error?.issues[0]?.message
    expect(messageOf({ pinCode: '060034' })).toBe('PIN Code cannot begin with 0')
    expect(messageOf({ pin: '7788' })).toBe('PIN must be a number')
    for (const phone of [null, '', ' ', true]) expect(messageOf({ phone })).toBe(accountFields.phone.missing)
  })
})
