import { AppError } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { createWindow, createWindowLimit } from './window-limit'

function makeLimit(turns: number) {
  const clock = { at: 1_000 }
  const take = createWindowLimit({ callsMax: turns, windowMs: 60_000, now: () => clock.at })
  const refusal = (key: string) => {
    try {
      take(key)
    } catch (error) {
      return (error as AppError).retryAfterSeconds
    }
    return undefined
  }
  return { clock, take, refusal }
}

describe('createWindowLimit', () => {
  it('rejects a key until the window is over, with the seconds left', () => {
    const { clock, take, refusal } = makeLimit(2)
    take('a')
    take('a')
    clock.at += 15_500
    expect(refusal('a')).toBe(45)
    expect(refusal('b')).toBeUndefined()
    clock.at += 44_500
    expect(refusal('a')).toBeUndefined()
  })

  it('rejects with an AppError', () => {
    const { take } = makeLimit(1)
    take('a')
    expect(() => take('a')).toThrow(AppError)
  })

  it('bounds its memory: beyond a hundred thousand keys new ones share one count', () => {
    const { refusal } = makeLimit(2)
    const refused = Array.from({ length: 100_000 }, (_, key) => refusal(`k${key}`)).filter(each => each !== undefined)
    expect(refused).toEqual([])
    expect([refusal('x'), refusal('y')]).toEqual([undefined, undefined])
    expect(refusal('z')).toBe(60)
    expect(refusal('k5')).toBeUndefined()
  })

  it('stores no keys of a full group, which leaves room for those of others', () => {
    const take = createWindow({ callsMax: 1, windowMs: 60_000, groupFactor: 2, now: () => 0 })
    const waits = Array.from({ length: 100_001 }, (_, key) => take(`k${key}`, 'group'))
    expect(waits.filter(wait => wait === 0)).toHaveLength(2)
    expect([take('x'), take('y', 'other')]).toEqual([0, 0])
  })
})
