import { describe, expect, it } from 'vitest'
import { makeLiveGame } from '../testing/make-live-game'
import { createSnapshot, deadlineHere, newestSnapshot, withTimer } from './snapshot'

const receivedAt = 1_000_000

describe('a snapshot', () => {
  it("has a deadline by the server's time left, whatever the browser's clock says", () => {
    // 30 s are left by the server's clock; the browser's clock says 1970.
    expect(deadlineHere(makeLiveGame(), receivedAt)).toBe(receivedAt + 30_000)
  })

  it('is replaced by a newer state, in whatever order messages arrive', () => {
    const later = createSnapshot(makeLiveGame({ now: '2025-03-04T05:00:31.000Z', drawId: 'later' }), receivedAt)
    const earlier = createSnapshot(makeLiveGame({ drawId: 'earlier' }), receivedAt + 50)
    expect(newestSnapshot(earlier, later).live.drawId).toBe('later')
    expect(newestSnapshot(later, earlier)).toBe(later)
  })

  it('follows a server clock that was set back', () => {
    const ahead = createSnapshot(makeLiveGame({ now: '2025-03-04T06:00:00.000Z', drawId: 'ahead' }), receivedAt)
    const right = createSnapshot(makeLiveGame({ drawId: 'right' }), receivedAt + 50)
    expect(newestSnapshot(ahead, right).live.drawId).toBe('right')
  })

  it('keeps the object identity of unchanged options', () => {
    const before = createSnapshot(makeLiveGame(), receivedAt)
    const data = before.live.data.map((option, index) => ({ ...option, sum: index === 3 ? 50 : 0 }))
    const after = newestSnapshot(
      before,
      createSnapshot(makeLiveGame({ now: '2025-03-04T05:00:31.000Z', data }), receivedAt + 1000),
    )
    expect(after.live.data[3]?.sum).toBe(50)
    expect(after.live.data[2]).toBe(before.live.data[2])
  })

  it('keeps its deadline after a slow message, and moves it with an adjusted clock', () => {
    const before = createSnapshot(makeLiveGame(), receivedAt)
    const oneSecondLater = makeLiveGame({ now: '2025-03-04T05:00:31.000Z' })
    const slow = newestSnapshot(before, createSnapshot(oneSecondLater, receivedAt + 1000 + 180))
    expect(slow.drawAtHere).toBe(before.drawAtHere)
    const fast = newestSnapshot(before, createSnapshot(oneSecondLater, receivedAt + 1000 - 40))
    expect(fast.drawAtHere).toBe(before.drawAtHere - 40)
    const reset = newestSnapshot(before, createSnapshot(oneSecondLater, receivedAt + 3_600_000))
    expect(reset.drawAtHere).toBe(receivedAt + 3_600_000 + 29_000)
  })

  it('takes the next deadline from a timer message and keeps the totals', () => {
    const before = createSnapshot(makeLiveGame(), receivedAt)
    const push = {
      gameId: 'MNOQqWWi',
      time: '01:00',
      drawAt: '2025-03-04T05:02:00.000Z',
      now: '2025-03-04T05:01:00.000Z',
    }
    const after = withTimer(before, push, receivedAt + 30_000)
    expect(after.drawAtHere).toBe(receivedAt + 90_000)
    expect(Date.parse(after.live.drawAt) - Date.parse(after.live.lockAt)).toBe(
      Date.parse(before.live.drawAt) - Date.parse(before.live.lockAt),
    )
    expect(after.live.data).toBe(before.live.data)
  })

  it('ignores a timer message of another game or an earlier draw', () => {
    const before = createSnapshot(makeLiveGame(), receivedAt)
    const push = {
      gameId: 'MNOQqWWi',
      time: '00:10',
      drawAt: '2025-03-04T05:00:00.000Z',
      now: '2025-03-04T04:59:50.000Z',
    }
    expect(withTimer(before, push, receivedAt)).toBe(before)
    expect(withTimer(before, { ...push, gameId: 'qZicXibb', drawAt: before.live.drawAt }, receivedAt)).toBe(before)
  })

  it("is ordered by number within an epoch, and by the server's clock between epochs", () => {
    const state = (number: number, epoch = 'e1', second = 30) =>
      createSnapshot(makeLiveGame({ feed: { epoch, number }, now: `2025-03-04T05:00:${second}.000Z` }), receivedAt)
    const six = state(6)
    expect(newestSnapshot(six, state(5, 'e1', 31))).toBe(six)
    expect(newestSnapshot(six, state(7, 'e1', 29)).live.feed.number).toBe(7)
    expect(newestSnapshot(six, state(1, 'e2', 31)).live.feed.epoch).toBe('e2')
  })
})
