import { describe, expect, it } from 'vitest'
import { firstBatch } from './ledger-client'

describe('requests of one call', () => {
  const sized = (count: number, bytes: number) => firstBatch(Array<number>(count).fill(bytes), each => each).length

  it.each([
    [0, 100, 0],
    [3, 100, 3],
    [500, 100, 500],
    [501, 100, 500],
    [2_000, 1, 500],
    [100, 50_000, 4],
    [2, 900_000, 1],
  ])('of %i with %i bytes each are %i', (count, bytes, expected) => {
    expect(sized(count, bytes)).toBe(expected)
  })
})
