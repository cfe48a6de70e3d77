import { describe, expect, it } from 'vitest'
import { ChangeBalance, liveTexts } from './control'
import { AddResult } from './results'

const offering = { adminId: 'a1', gameId: 'MNOQqWWi' }
const faultOf = (schema: typeof AddResult | typeof ChangeBalance, input: object) =>
  schema.safeParse({ ...offering, ...input }).error?.issues[0]?.message

describe('ChangeBalance', () => {
  it.each([
    [undefined, liveTexts.balanceInvalid],
    [0, liveTexts.balanceInvalid],
    [-5, liveTexts.balanceInvalid],
    ['1', liveTexts.balanceInvalid],
    [1.005, 'At most two decimals'],
    [10_000_000_000.01, liveTexts.balanceTooLarge],
    [70_000_000_000_000.01, liveTexts.balanceTooLarge],
  ])('rejects adding %j', (balance, message) => {
    expect(faultOf(ChangeBalance, { type: 'add', balance })).toBe(message)
  })

  it('accepts adding 1 to the largest amount, and removing with or without an amount', () => {
    for (const input of [{ type: 'add', balance: 1 }, { type: 'add', balance: 10_000_000_000 }, { type: 'remove' }])
      expect(faultOf(ChangeBalance, input)).toBeUndefined()
    expect(faultOf(ChangeBalance, { type: 'remove', balance: 3 })).toBeUndefined()
  })
})

describe('AddResult', () => {
  it.each(['7', 7, '0-0-7', 'under'])('accepts %j', result => {
    expect(faultOf(AddResult, { result, boosterValue: 1 })).toBeUndefined()
  })

  it.each(['', 'a b', -1, 1.5, 'x'.repeat(51), null])('rejects %j', result => {
    expect(AddResult.safeParse({ ...offering, result, boosterValue: 1 }).success).toBe(false)
  })
})
