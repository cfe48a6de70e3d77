import { describe, expect, it } from 'vitest'
import { NewGameFields } from '../games/games'
import { parseDrawNumber } from '../live/draws'
import { transactionsApi } from '../reports/transactions'
import { foldDigits } from './fold-digits'
import { parseNumber } from './parse-number'

describe('a typed number', () => {
  it.each([
    ['0', 0],
    ['-5', -5],
    ['+7.5', 7.5],
    ['.5', 0.5],
    ['5.', 5],
    [' 1,234,567.89 ', 1_234_567.89],
    ['12,34,567.89', 1_234_567.89],
    ['-3,00,00,000', -30_000_000],
    ['1.005', 1.005],
    ['007', 7],
    ['９，８７６．５', 9876.5],
    ['২৫০', 250],
    ['٢٬٥٠٠٫٧٥', 2500.75],
    ['–40', -40],
    ['﹣3', -3],
    ['\u200e88\u00a0', 88],
    ['9999999999999.99', 9_999_999_999_999.99],
  ])('of %j is read as %d', (text, value) => expect(parseNumber(text)).toEqual({ value }))

  it('is null if empty, and an error if it is a unit without a number', () => {
    expect(parseNumber(' \u200b')).toEqual({ value: null })
    expect(parseNumber('7.25 %', '%')).toEqual({ value: 7.25 })
    expect(parseNumber('%', '%').value).toBeNaN()
  })

  it.each([
    ['7,5', 'Write decimals with a point: 7.5'],
    ['-1.250,75', 'Write decimals with a point: -1250.75'],
    [',5', 'Write decimals with a point: 0.5'],
    ['0,125', 'Write decimals with a point: 0.125'],
    ['€20', 'Leave out the currency sign'],
    ['1.2E+3', 'Write all digits, without an exponent'],
    ['9,1E-2', 'Write all digits, without an exponent'],
    ['0xFF', 'Write digits only, without letters'],
    ['Rs 40', 'Write digits only, without letters'],
    ['3%', 'Leave out the percent sign'],
    ['10 000', 'Leave out the spaces'],
    ['10\u202f000', 'Leave out the spaces'],
    ['1,00,00', 'Group digits as in 1,000,000 or 10,00,000, or not at all'],
    ['1,2345', 'Group digits as in 1,000,000 or 10,00,000, or not at all'],
    ['0,123,456', 'Group digits as in 1,000,000 or 10,00,000, or not at all'],
    ["25'000", 'Group digits as in 1,000,000 or 10,00,000, or not at all'],
    ['1.2.3', 'Group digits as in 1,000,000 or 10,00,000, or not at all'],
    ['1৪', 'Write all digits in one script'],
    ['9007199254740993', 'At most 15 digits'],
    ['(500)', 'Write a number, such as 1250.50'],
    ['10²', 'Write a number, such as 1250.50'],
    ['--1', 'Write a number, such as 1250.50'],
    ['5-', 'Write a number, such as 1250.50'],
    ['-', 'Write a number, such as 1250.50'],
  ])('of %j is rejected with the reason', (text, fault) =>
    expect(parseNumber(text)).toEqual({ value: Number.NaN, error: fault }),
  )

  it('has the digits of every script folded to ASCII, and other characters unchanged', () => {
    const digits = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter(code => /\p{Nd}/u.test(String.fromCodePoint(code)))
      .map(code => String.fromCodePoint(code))
    expect(foldDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10))
    expect(foldDigits('x²½Ⅷ-,')).toBe('x²½Ⅷ-,')
  })

  const amountOf = (amountFrom: string) => transactionsApi.transactions.query.safeParse({ amountFrom })

  it('is read in queries, forms and searches in the same way', () => {
    expect(amountOf('2,50,000.5').data?.amountFrom).toBe(250_000.5)
    expect(amountOf('').data?.amountFrom).toBeUndefined()
    for (const text of ['1e3', '0x10', '12,5']) expect(amountOf(text).success).toBe(false)
    const nodigit = NewGameFields.shape.nodigit
    expect(nodigit.parse(' 12 ')).toBe(12)
    expect(nodigit.safeParse('1e1').error?.issues[0]?.message).toBe('Number of Digits is required')
    expect(['#4,213', '四', '४२१३', '4.5', '1e3', '-2', ''].map(parseDrawNumber)).toEqual([
      4213,
      undefined,
      4213,
      ...Array(4).fill(undefined),
    ])
  })
})
