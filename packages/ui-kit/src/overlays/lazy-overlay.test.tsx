import { act, screen } from '@testing-library/react'
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing'
import { lazyOverlay } from './lazy-overlay'

type Props = { open?: boolean; onClose: () => void }
const Panel = ({ open }: Props) => open && <p>the panel</p>

describe('an overlay', () => {
  it('loads with its first opening, and reports a failed load, which the next opening retries', async () => {
    const load = vi.fn<() => Promise<ComponentType<Props>>>()
    load.mockRejectedValueOnce(new Error('chunk missing'))
    load.mockResolvedValue(Panel)
    const Overlay = lazyOverlay(load, ({ onClose }: Props) => onClose())
    function Page() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            {open ? 'opened' : 'closed'}
          </button>
          <Overlay open={open} onClose={() => setOpen(false)} />
        </>
      )
    }
    const { user } = await renderApp([{ path: '/', element: <Page /> }])
    expect(load).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'closed' }))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    await act(async () => user.click(await screen.findByRole('button', { name: 'closed' })))
    expect(await screen.findByText('the panel')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('appears if its preload ends between its rendering and its effect', async () => {
    const Overlay = lazyOverlay(
      async () => Panel,
      ({ onClose }: Props) => onClose(),
    )
    let openLater = () => {}
    function Page() {
      const [open, setOpen] = useState(false)
      useEffect(() => {
        openLater = () => void setTimeout(() => setOpen(true))
      }, [])
      useLayoutEffect(() => {
        if (open) void Overlay.preload()
      }, [open])
      return <Overlay open={open} onClose={() => setOpen(false)} />
    }
    await renderApp([{ path: '/', element: <Page /> }])
    openLater()
    expect(await screen.findByText('the panel')).toBeTruthy()
  })
})
