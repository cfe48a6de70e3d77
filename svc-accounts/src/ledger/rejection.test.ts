import { reasonCatalogue } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { LedgerRejection, rejectionReasons } from './rejection'

describe('a refusal of the ledger', () => {
  it.each(rejectionReasons)('%s has the code that the catalogue at /docs/errors gives', reason => {
    const refusal = new LedgerRejection(reason)
    expect([refusal.code, refusal.reason]).toEqual([reasonCatalogue[reason].code, reason])
  })

  it('tells when to come back exactly where surely nothing was booked', () => {
    const repeatable = rejectionReasons.filter(reason => new LedgerRejection(reason).retryAfterSeconds !== undefined)
    expect(repeatable).toEqual(['OVERLOADED', 'NOT_BOOKED', 'STOPPED'])
    expect(new LedgerRejection('TIMED_OUT', { transferId: 't1' })).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      transferId: 't1',
      retryAfterSeconds: undefined,
    })
  })
})
