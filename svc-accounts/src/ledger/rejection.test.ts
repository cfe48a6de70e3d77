import { reasonCatalogue } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { LedgerRejection, rejectionReasons } from './rejection'

describe('a ledger rejection', () => {
  it.each(rejectionReasons)('%s has the error code of the catalogue at /docs/errors', reason => {
    const refusal = new LedgerRejection(reason)
    expect([refusal.code, refusal.reason]).toEqual([reasonCatalogue[reason].code, reason])
  })

  it('has a retry-after time exactly for reasons that guarantee that nothing was booked', () => {
    const repeatable = rejectionReasons.filter(reason => new LedgerRejection(reason).retryAfterSeconds !== undefined)
    expect(repeatable).toEqual(['TOO_MANY_REJECTIONS', 'OVERLOADED', 'NOT_BOOKED', 'STOPPED'])
    expect(new LedgerRejection('TIMED_OUT', { transferId: 't1' })).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      transferId: 't1',
      retryAfterSeconds: undefined,
    })
  })
})
