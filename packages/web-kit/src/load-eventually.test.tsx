import { expect, it, vi } from 'vitest'
import { loadEventually } from './load-eventually'

it('a load that fails is repeated when the browser is online again', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('chunk missing'))
  load.mockResolvedValue('loaded')
  const loading = loadEventually(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  dispatchEvent(new Event('online'))
  expect(await loading).toBe('loaded')
  expect(load).toHaveBeenCalledTimes(2)
})

it('a load that fails is repeated with growing pauses when the browser does not notice its connection', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('chunk missing')))
  void loadEventually(load)
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000)
  expect(load).toHaveBeenCalledTimes(4)
  load.mockResolvedValue('loaded')
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(5)
  vi.useRealTimers()
})
