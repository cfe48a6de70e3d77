import { describe, expect, it } from 'vitest'
import { readSkewMs } from './clock-skew'

const readAt = (ahead: number) => {
  let at = 1_000
  const readClock = async () => {
    at += 50
    const theirs = new Date(at + ahead)
    at += 50
    return theirs
  }
  return readSkewMs(readClock, () => at)
}

describe('readSkewMs', () => {
  it('returns how far another clock is ahead or behind, minus what the round trip can explain', async () => {
    expect(await readAt(0)).toBe(0)
    expect(await readAt(40)).toBe(0)
    expect(await readAt(5_000)).toBe(4_950)
    expect(await readAt(-5_000)).toBe(-4_950)
  })
})
