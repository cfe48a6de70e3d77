import { describe, expect, it, vi } from 'vitest'
import { createPublicRecords } from './public-records'

describe('the cache of public records', () => {
  it('reads a record once per version, and caches the 256 most recently used', async () => {
    const counts = new Map<string, number>()
    const read = vi.fn(async (_drawId: string) => ({ documents: [], keys: [] }))
    const open = createPublicRecords({ versions: async drawId => counts.get(drawId) ?? 1, read })
    const readsOf = (id: string) => read.mock.calls.filter(([drawId]) => drawId === id).length
    for (let draw = 0; draw < 256; draw++) await open(`d${draw}`)
    await open('d0')
    await open('d256')
    await open('d0')
    await open('d1')
    expect([readsOf('d0'), readsOf('d1')]).toEqual([1, 2])
    counts.set('d0', 2)
    await open('d0')
    expect(readsOf('d0')).toBe(2)
  })

  it('reads nothing for a draw without a record', async () => {
    const read = vi.fn(async () => ({ documents: [], keys: [] }))
    const open = createPublicRecords({ versions: async () => 0, read })
    expect(await open('d0')).toEqual({ documents: [], keys: [] })
    expect(read).not.toHaveBeenCalled()
  })
})
