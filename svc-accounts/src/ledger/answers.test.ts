import { reasonCatalogue } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { LedgerRefusal, refusalReasons } from './answers'

describe('a refusal of the ledger', () => {
  it.each(refusalReasons)('%s has the code that the catalogue at /docs/errors gives', reason => {
    const refusal = new LedgerRefusal(reason)
    expect([refusal.code, refusal.reason]).toEqual([reasonCatalogue[reason].code, reason])
  })

  it('tells when to come back exactly where surely nothing was booked', () => {
    const repeatable = refusalReasons.filter(reason => new LedgerRefusal(reason).retryAfterSeconds !== undefined)
    expect(repeatable).toEqual(['OVERLOADED', 'NOT_BOOKED', 'STOPPED'])
    expect(new LedgerRefusal('TIMED_OUT', { transferId: 't1' })).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      transferId: 't1',
      retryAfterSeconds: undefined,
    })
  })
})
