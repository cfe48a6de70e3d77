import { describe, expect, it } from 'vitest'
import { readOpenDraws } from './backup'

describe('the backup part of svc-live', () => {
  it('counts open draws after reading everything the ledger has booked', async () => {
    let read = 3
    const deps = {
      ledger: { pools: async () => ({ pools: [], head: 5 }) },
      playSeq: async () => read++,
      busy: { countDraws: async () => (read > 5 ? 1 : 0) },
    }
    expect(await readOpenDraws(deps as never, 'a1')).toEqual({ draws: 1 })
  })
})
