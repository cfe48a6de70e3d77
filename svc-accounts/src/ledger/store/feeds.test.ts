import { describe, expect, it } from 'vitest'
import { createFeedTail } from './feeds'

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => BigInt(from + at))
const tailOf = (...added: bigint[][]) => {
  const tail = createFeedTail<bigint>(seq => seq)
  for (const some of added) tail.add(some)
  return tail
}

describe('the tail of a feed', () => {
  it('returns the requested number of rows after a sequence number, and the head', () => {
    const tail = tailOf(rows(5, 6), [], rows(7, 9))
    expect(tail.after(4, 100)).toEqual({ head: 9, rows: [5n, 6n, 7n, 8n, 9n] })
    expect(tail.after(6, 2)).toEqual({ head: 9, rows: [7n, 8n] })
  })

  it('misses when rows may be missing or newer rows may exist', () => {
    expect(tailOf().after(0, 10)).toBeUndefined()
    expect(tailOf(rows(5, 9)).after(3, 10)).toBeUndefined()
    expect(tailOf(rows(5, 9)).after(9, 10)).toBeUndefined()
    expect(tailOf(rows(5, 9)).after(8, 10)).toBeUndefined()
  })

  it('restarts after a gap left by the commits of another writer', () => {
    const tail = tailOf(rows(1, 3), rows(6, 7))
    expect(tail.after(2, 10)).toBeUndefined()
    expect(tail.after(5, 10)).toEqual({ head: 7, rows: [6n, 7n] })
  })

  it('limits the number of cached rows', () => {
    const tail = tailOf(rows(1, 1_500), rows(1_501, 3_000))
    expect(tail.after(1_999, 10)).toBeUndefined()
    expect(tail.after(2_000, 1)).toEqual({ head: 3_000, rows: [2_001n] })
  })
})
