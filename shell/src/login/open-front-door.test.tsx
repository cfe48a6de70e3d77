import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openFrontDoor } from './open-front-door'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function open(connection?: { saveData?: boolean; effectiveType?: string }) {
  vi.useFakeTimers()
  if (connection) vi.stubGlobal('navigator', { ...navigator, connection })
  const place = document.body.appendChild(document.createElement('div'))
  const fetchRest = vi.fn()
  await act(async () => openFrontDoor(place, { fetchRest, enter: () => undefined }))
  return { fetchRest, rest: () => act(() => vi.advanceTimersByTimeAsync(1_000)) }
}

it('fetches the rest of the product with the first key, once', async () => {
  const { fetchRest, rest } = await open()
  expect(fetchRest).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Username'), { key: 'a' })
  fireEvent.keyDown(screen.getByLabelText('Username'), { key: 'b' })
  await rest()
  expect(fetchRest).toHaveBeenCalledTimes(1)
})

it('fetches it on a fast line when the page has rested for a second', async () => {
  const { fetchRest, rest } = await open({ effectiveType: '4g' })
  expect(fetchRest).not.toHaveBeenCalled()
  await rest()
  expect(fetchRest).toHaveBeenCalledTimes(1)
})

it.each([{ effectiveType: '3g' }, { effectiveType: '4g', saveData: true }])(
  'fetches nothing ahead on the line %o',
  async connection => {
    const { fetchRest, rest } = await open(connection)
    await rest()
    expect(fetchRest).not.toHaveBeenCalled()
    fireEvent.pointerDown(screen.getByLabelText('Username'))
    expect(fetchRest).toHaveBeenCalledTimes(1)
  },
)
