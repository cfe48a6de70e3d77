import { describe, expect, it } from 'vitest'
import { applyLiveChange } from './apply-live-change'
import { liveChangeExample as change, liveGameExample as game, LiveChange, LiveGame } from './live-game'

const after = (number: number, more: Partial<LiveChange> = {}): LiveChange => ({
  ...change,
  feed: { ...change.feed, number },
  ...more,
})

describe('applyLiveChange', () => {
  it('has examples that match the contract', () => {
    expect(LiveGame.parse(game)).toEqual(game)
    expect(LiveChange.parse(change)).toEqual(change)
  })

  it('applies a change and keeps the identity of unchanged options', () => {
    const next = applyLiveChange(game, change)
    expect(next).toMatchObject({ feed: change.feed, tickets: 2, collections: change.collections })
    expect(next?.data[9]).toMatchObject({ drawno: '0', sum: 5, liability: 45, liabilityBoosted: 90 })
    expect(next?.data.slice(0, 9).every((option, index) => option === game.data[index])).toBe(true)
    expect(next?.pending).toBe(null)
  })

  it('empties every option that a new draw does not mention', () => {
    const opened = after(13, { cleared: true, data: [{ index: 0, sum: 1, liability: 9, liabilityBoosted: 18 }] })
    expect(applyLiveChange(game, opened)?.data.map(option => option.sum)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('ignores an old change and returns undefined after a gap or in another epoch', () => {
    expect(applyLiveChange(game, after(12))).toBe(game)
    expect(applyLiveChange(game, after(14))).toBeUndefined()
    expect(applyLiveChange(game, after(13, { feed: { epoch: 'e2', number: 13 } }))).toBeUndefined()
  })
})
