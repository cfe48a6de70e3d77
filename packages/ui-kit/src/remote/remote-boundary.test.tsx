import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '../testing'
import { lazyWithRetry } from './page-routes'
import { OverlayBoundary, QuietBoundary, RemoteBoundary } from './remote-boundary'

describe('the boundary of a page', () => {
  it('loads a page that failed to load again once per press of Retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = vi.fn<() => Promise<{ default: () => ReactNode }>>()
    load.mockRejectedValueOnce(new Error('chunk missing'))
    load.mockRejectedValueOnce(new Error('chunk missing'))
    load.mockResolvedValue({ default: () => <p>the page</p> })
    const Page = lazyWithRetry(load)
    const inside = (
      <>
        <p>outside</p>
        <RemoteBoundary>
          <Page />
        </RemoteBoundary>
      </>
    )
    const { user } = await renderApp([{ path: '/', element: inside }])
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(load).toHaveBeenCalledTimes(2)
    expect(screen.getByText('outside')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('the page')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('loads a page that failed to load by itself, but not a page that throws while rendering', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const load = vi.fn<() => Promise<{ default: () => ReactNode }>>()
    load.mockRejectedValueOnce(new Error('slow'))
    load.mockRejectedValueOnce(new Error('slow'))
    load.mockResolvedValue({ default: () => <p>the page</p> })
    let breaks = 0
    const Slow = lazyWithRetry(load)
    const Broken = (): ReactNode => {
      breaks++
      throw new Error('broken')
    }
    const inside = (
      <>
        <RemoteBoundary>
          <Slow />
        </RemoteBoundary>
        <RemoteBoundary>
          <Broken />
        </RemoteBoundary>
      </>
    )
    await renderApp([{ path: '/', element: inside }])
    expect(await screen.findAllByRole('button', { name: 'Retry' })).toHaveLength(2)
    const breaksBefore = breaks
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByText('the page')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(3)
    expect(breaks).toBe(breaksBefore)
  })
})

const lostOnce = (shown: string) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>()
  load.mockRejectedValueOnce(new Error('chunk missing'))
  load.mockResolvedValue({ default: () => <p>{shown}</p> })
  return { load, Part: lazyWithRetry(load) }
}
const goOnline = () => act(async () => void dispatchEvent(new Event('online')))

describe('the boundary of a part', () => {
  it('shows nothing while a part in the background fails, and loads it when the browser is online again', async () => {
    const { load, Part } = lostOnce('the bell')
    const inside = (
      <>
        <input aria-label="Amount" />
        <QuietBoundary>
          <Part />
        </QuietBoundary>
      </>
    )
    const { user } = await renderApp([{ path: '/', element: inside }])
    await user.type(screen.getByLabelText('Amount'), '12')
    expect(load).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('alert')).toBeNull()
    await goOnline()
    expect(load).toHaveBeenCalledTimes(2)
    expect(await screen.findByText('the bell')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12')
  })
})

describe('the boundary of an overlay', () => {
  it('reports one that fails to load, closes it, and loads it with its next opening', async () => {
    const { load, Part } = lostOnce('the dialog')
    function Page() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            {open ? 'opened' : 'closed'}
          </button>
          <OverlayBoundary close={() => setOpen(false)}>{open && <Part />}</OverlayBoundary>
        </>
      )
    }
    const { user } = await renderApp([{ path: '/', element: <Page /> }])
    await user.click(screen.getByRole('button', { name: 'closed' }))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    await goOnline()
    expect(load).toHaveBeenCalledTimes(1)
    await user.click(await screen.findByRole('button', { name: 'closed' }))
    expect(await screen.findByText('the dialog')).toBeTruthy()
  })
})
