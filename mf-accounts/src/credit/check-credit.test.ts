import { describe, expect, it } from 'vitest'
import { checkCredit } from './check-credit'

const typed = { kind: 'transfer', values: { transferAmount: 5, password: 'secret-1' }, payerBalance: 100 } as const

describe('checkCredit', () => {
  it('accepts valid values', () => {
    expect(checkCredit({ ...typed, signedIn: true })).toEqual({ fields: {} })
  })

  // The page closes with its session: this happens only if it ends between the click and the check.
  it('reports an ended session before any other error', () => {
    const message = 'User authentication is missing. Please log in again.'
    expect(checkCredit({ ...typed, signedIn: false })).toEqual({ fields: {}, message })
    expect(checkCredit({ ...typed, values: {}, signedIn: false }).message).toBe(message)
  })

  it("reports an amount above the payer's balance", () => {
    const fields = { transferAmount: 'Insufficient balance.' }
    expect(checkCredit({ ...typed, payerBalance: 4.99, signedIn: true })).toEqual({ fields })
  })
})
