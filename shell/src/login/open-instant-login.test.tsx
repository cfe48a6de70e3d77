import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openInstantLogin } from './open-instant-login'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function open(connection?: { saveData?: boolean; effectiveType?: string }) {
  vi.useFakeTimers()
  if (connection) vi.stubGlobal('navigator', { ...navigator, connection })
  const place = document.body.appendChild(document.createElement('div'))
  const prefetchApp = vi.fn()
  await act(async () => openInstantLogin(place, { prefetchApp, enter: () => undefined }))
  return { prefetchApp, rest: () => act(() => vi.advanceTimersByTimeAsync(1_000)) }
}

describe('the instant login', () => {
  it('loads the rest of the product once, on the first key', async () => {
    const { prefetchApp, rest } = await open()
    expect(prefetchApp).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByLabelText('Username'), { key: 'a' })
    fireEvent.keyDown(screen.getByLabelText('Username'), { key: 'b' })
    await rest()
    expect(prefetchApp).toHaveBeenCalledTimes(1)
  })

  it('loads the rest of the product on a fast connection after an idle second', async () => {
    const { prefetchApp, rest } = await open({ effectiveType: '4g' })
    expect(prefetchApp).not.toHaveBeenCalled()
    await rest()
    expect(prefetchApp).toHaveBeenCalledTimes(1)
  })

  it.each([{ effectiveType: '3g' }, { effectiveType: '4g', saveData: true }])(
    'prefetches nothing on the connection %o',
    async connection => {
      const { prefetchApp, rest } = await open(connection)
      await rest()
      expect(prefetchApp).not.toHaveBeenCalled()
      fireEvent.pointerDown(screen.getByLabelText('Username'))
      expect(prefetchApp).toHaveBeenCalledTimes(1)
    },
  )
})
