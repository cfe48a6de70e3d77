import { afterAll, describe, expect, it } from 'vitest'
import { startScratch } from '../testing/scratch'
import { createStopStore } from './stop-store'

const world = await startScratch()
afterAll(() => world.stop())

const by = (username: string) => ({ accountId: username, username, role: 'admin' as const })
const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`
const offering = { adminId: 'a1', gameId: 'g1' }

describe('the store of betting stops', () => {
  it('archives an ended stop with its author and time, for the offerings it applied to', async () => {
    const stops = createStopStore(world.db)
    const change = (target: { adminId: string | null; gameId: string | null }, minute: number, reason?: string) => {
      const next = reason ? { ...target, by: by('first'), at: at(minute), reason } : undefined
      const end = { endedAt: at(minute), endedBy: by('second') }
      return world.transaction(tx => stops.replace(target, next, end, tx))
    }
    await change(offering, 0, 'a complaint')
    expect(await stops.listEnded(offering)).toEqual([])
    await change(offering, 1, 'another complaint')
    await change(offering, 2)
    await change({ adminId: 'a1', gameId: null }, 3, 'all of them')
    await change({ adminId: 'a1', gameId: null }, 4)
    await change({ adminId: null, gameId: 'g2' }, 5, 'not of this offering')
    await change({ adminId: null, gameId: 'g2' }, 6)
    await change({ adminId: null, gameId: null }, 7, 'everything')
    await change({ adminId: null, gameId: null }, 8)
    expect(await stops.listEnded(offering)).toMatchObject([
      { adminId: null, gameId: null, reason: 'everything', at: at(7), endedAt: at(8) },
      {
        adminId: 'a1',
        gameId: null,
        by: by('first'),
        at: at(3),
        reason: 'all of them',
        endedAt: at(4),
        endedBy: by('second'),
      },
      { ...offering, by: by('first'), at: at(1), reason: 'another complaint', endedAt: at(2), endedBy: by('second') },
      { ...offering, by: by('first'), at: at(0), reason: 'a complaint', endedAt: at(1), endedBy: by('second') },
    ])
    expect((await stops.listEnded({ adminId: 'a1', gameId: 'g2' })).map(({ reason }) => reason)).toEqual([
      'everything',
      'not of this offering',
      'all of them',
    ])
    expect(await stops.list()).toEqual([])
  })
})
