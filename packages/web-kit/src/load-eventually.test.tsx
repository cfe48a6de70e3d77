import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadEventually } from './load-eventually'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const load = vi.fn<() => Promise<string>>()

describe('a load that fails', () => {
  it('is repeated when the browser is online again', async () => {
    load.mockReset().mockRejectedValueOnce(new Error('chunk missing')).mockResolvedValue('loaded')
    const loading = loadEventually(load)
    await vi.advanceTimersByTimeAsync(0)
    dispatchEvent(new Event('online'))
    expect(await loading).toBe('loaded')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is repeated with growing pauses when the browser does not notice its connection', async () => {
    load.mockReset().mockRejectedValue(new Error('chunk missing'))
    const loading = loadEventually(load)
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000)
    expect(load).toHaveBeenCalledTimes(4)
    load.mockResolvedValue('loaded')
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await loading).toBe('loaded')
    expect(load).toHaveBeenCalledTimes(5)
  })
})
