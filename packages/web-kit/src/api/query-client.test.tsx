import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { networkError, toApiError } from './api-error'
import { createQueryClient } from './query-client'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const rejection = (status: number, headers?: Record<string, string>) => toApiError(status, {}, new Headers(headers))
const afterMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function showFigure(failures: Error[]) {
  const left = [...failures]
  const read = vi.fn(async () => {
    const failure = left.shift()
    if (failure) throw failure
    return 7
  })
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['figure'], queryFn: read })
  onTestFinished(observer.subscribe(() => undefined))
  return { read, result: () => observer.getCurrentResult() }
}

describe('a read', () => {
  it.each([
    ['503', rejection(503)],
    ['504', rejection(504)],
    ['429', rejection(429)],
    ['no answer', networkError(undefined)],
  ])('recovers from %s by itself and then stops refetching', async (_what, failure) => {
    const { read, result } = showFigure([failure, failure, failure, failure])
    await afterMs(1_300)
    expect(result().isError).toBe(true)
    expect(read).toHaveBeenCalledTimes(3)
    await afterMs(1_500)
    expect(read).toHaveBeenCalledTimes(3)
    await afterMs(1_000)
    expect(result().data).toBe(7)
    await afterMs(60_000)
    expect(read).toHaveBeenCalledTimes(5)
  })

  it('waits for Retry-After before it retries', async () => {
    const { read, result } = showFigure([rejection(503, { 'retry-after': '10' })])
    await afterMs(9_900)
    expect(result().isError).toBe(true)
    expect(read).toHaveBeenCalledTimes(1)
    await afterMs(200)
    expect(result().data).toBe(7)
  })

  it('does not retry a rejected read or any change', async () => {
    const { read } = showFigure([rejection(403)])
    const client = createQueryClient()
    const write = vi.fn().mockRejectedValue(rejection(503))
    const change = client.getMutationCache().build(client, { mutationFn: write })
    await change.execute(undefined).catch(() => undefined)
    await afterMs(60_000)
    expect(read).toHaveBeenCalledTimes(1)
    expect(write).toHaveBeenCalledTimes(1)
  })

  it('backs off up to fifteen seconds', async () => {
    const { read } = showFigure(Array.from({ length: 100 }, () => rejection(503)))
    const triesInAMinute = async () => {
      const before = read.mock.calls.length
      await afterMs(60_000)
      return read.mock.calls.length - before
    }
    expect(await triesInAMinute()).toBeGreaterThan(15)
    // Each refetch has two immediate retries.
    const later = await triesInAMinute()
    expect(later).toBeGreaterThan(6)
    expect(later).toBeLessThan(13)
  })
})
