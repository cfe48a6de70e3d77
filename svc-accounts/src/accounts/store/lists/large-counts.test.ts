import { describe, expect, it } from 'vitest'
import { createLargeCounts } from './large-counts'

/** A list that grows, and a clock that is set by hand. */
function listOf(size: number) {
  const list = { size, counted: 0, at: 0 }
  const told = createLargeCounts(() => list.at)
  const count = async () => {
    list.counted++
    return list.size
  }
  return { list, told, total: () => told('list', count) }
}

describe('the total of a list', () => {
  it('of a short list is counted each time', async () => {
    const { list, total } = listOf(999)
    expect(await total()).toBe(999)
    list.size = 1_000
    expect(await total()).toBe(1_000)
  })

  it('of a long list is told from memory, and counted anew beside the answer later', async () => {
    const { list, total } = listOf(5_000)
    expect(await total()).toBe(5_000)
    list.size = 5_001
    expect([await total(), list.counted]).toEqual([5_000, 1])
    list.at = 6_000
    expect(await total()).toBe(5_000)
    await expect.poll(total).toBe(5_001)
    expect(list.counted).toBe(2)
  })

  it('is never older than half a minute', async () => {
    const { list, total } = listOf(5_000)
    await total()
    list.size = 7_000
    list.at = 30_001
    expect(await total()).toBe(7_000)
  })

  it('that takes long to count is counted seldom, and told for longer', async () => {
    const { list, total, told } = listOf(5_000)
    const slowly = async () => {
      list.at += 400
      list.counted++
      return list.size
    }
    expect(await told('list', slowly)).toBe(5_000)
    list.at += 19_000
    expect([await told('list', slowly), list.counted]).toEqual([5_000, 1])
    list.size = 6_000
    list.at += 100_000
    expect(await total()).toBe(5_000)
    await expect.poll(total).toBe(6_000)
  })

  it('is counted each time again once the list has become short', async () => {
    const { list, total } = listOf(5_000)
    await total()
    list.size = 10
    list.at = 40_000
    expect(await total()).toBe(10)
    list.size = 11
    expect(await total()).toBe(11)
  })

  it('is asked for again after a count that failed beside an answer', async () => {
    let at = 0
    let fails = false
    const told = createLargeCounts(() => at)
    const count = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(at + 2_000))
    expect(await told('list', count)).toBe(2_000)
    fails = true
    at = 6_000
    expect(await told('list', count)).toBe(2_000)
    fails = false
    await expect.poll(() => told('list', count)).toBe(8_000)
  })
})
