import { describe, expect, it } from 'vitest'
import { checkCredit } from './check-credit'

const typed = { kind: 'transfer', values: { transferAmount: 5, password: 'secret-1' }, payerBalance: 100 } as const

describe('before credit is sent', () => {
  it('nothing stops what is typed as it should be', () => {
    expect(checkCredit({ ...typed, signedIn: true })).toEqual({ fields: {} })
  })

  // A page closes with its session: only a session that ends between the click and the check gets here.
  it('a session that has just ended comes first, whatever else is wrong', () => {
    const message = 'User authentication is missing. Please log in again.'
    expect(checkCredit({ ...typed, signedIn: false })).toEqual({ fields: {}, message })
    expect(checkCredit({ ...typed, values: {}, signedIn: false }).message).toBe(message)
  })

  it('the payer has to have it', () => {
    const fields = { transferAmount: 'Insufficient balance.' }
    expect(checkCredit({ ...typed, payerBalance: 4.99, signedIn: true })).toEqual({ fields })
  })
})
