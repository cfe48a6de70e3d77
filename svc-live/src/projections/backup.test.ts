import { expect, it } from 'vitest'
import { readOpenDraws } from './backup'

it('open draws are counted when everything that the ledger has booked is known here', async () => {
  let read = 3
  const deps = {
    ledger: { pools: async () => ({ pools: [], head: 5 }) },
    playSeq: async () => read++,
    busy: { countDraws: async () => (read > 5 ? 1 : 0) },
  }
  expect(await readOpenDraws(deps as never, 'a1')).toEqual({ draws: 1 })
})
