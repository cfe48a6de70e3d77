import { describe, expect, it } from 'vitest'
import { createAdmission } from './admission'

describe('the admission', () => {
  it('lets in as many calls as are booked within the target latency, and at least 128', () => {
    let nowMs = 0
    const admission = createAdmission(() => nowMs)
    const fill = () => {
      const leaves: ((isBooked: boolean) => void)[] = []
      for (;;) {
        try {
          leaves.push(admission.enter())
        } catch (error) {
          expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'OVERLOADED', retryAfterSeconds: 1 })
          return leaves
        }
      }
    }
    const first = fill()
    expect(first).toHaveLength(128)
    for (const leave of first) leave(true)
    for (let call = 0; call < 472; call++) admission.enter()(true)
    nowMs = 1_000
    const second = fill()
    expect(second).toHaveLength(300)
    nowMs = 2_000
    for (const leave of second.slice(0, 250)) leave(false)
    expect(fill()).toHaveLength(78)
  })
})
