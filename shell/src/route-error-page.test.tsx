import { renderApp } from '@cascade/ui-kit/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RouteErrorPage } from './route-error-page'
import { sampleRemotes } from './testing/sample-remotes'

afterEach(() => vi.unstubAllGlobals())

async function openBroken(isLost: boolean) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const line = { isLost }
  vi.stubGlobal('fetch', async () => {
    if (line.isLost) throw new TypeError('Failed to fetch')
    return Response.json({ remotes: sampleRemotes })
  })
  const Broken = () => {
    throw new Error('broken')
  }
  await renderApp([{ path: '/', element: <Broken />, errorElement: <RouteErrorPage /> }])
  return { reload, line }
}

describe('the error page', () => {
  it('says that the page is offline, and reloads it once online again', async () => {
    const { reload, line } = await openBroken(true)
    expect(await screen.findByRole('heading', { name: 'You are offline.' })).toBeTruthy()
    await act(async () => void dispatchEvent(new Event('online')))
    expect(reload).not.toHaveBeenCalled()
    line.isLost = false
    await act(async () => void dispatchEvent(new Event('online')))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  it('does not reload a broken page by itself', async () => {
    const { reload } = await openBroken(false)
    expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
    await act(async () => void dispatchEvent(new Event('online')))
    expect(screen.queryByText('You are offline.')).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })
})
