import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../testing'
import { lazyWithRetry } from './lazy-with-retry'
import { RemoteBoundary } from './remote-boundary'

it('a page that failed to load is loaded again by Retry, once per press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<{ default: () => React.ReactNode }>>()
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
