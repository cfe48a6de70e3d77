import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setBusinessZone } from '../../format/zone'
import { renderApp } from '../../testing'
import { DayPicker } from './day-picker'
import { MomentPicker } from './moment-picker'

// UTC+12:45 in winter: no test machine uses it by chance.
const far = 'Pacific/Chatham'
afterEach(() => setBusinessZone(undefined))

describe('the moment picker', () => {
  it('shows and accepts a moment on the clock of the business zone', async () => {
    setBusinessZone(far)
    const choose = vi.fn()
    const element = <MomentPicker aria-label="As of" value="2026-06-30T11:30:00.000Z" onChange={choose} />
    const { user } = await renderApp([{ path: '/', element }])
    const field = screen.getByLabelText('As of')
    expect(field).toHaveProperty('value', '2026-07-01 00:15:00')
    await user.clear(field)
    await user.type(field, '2026-01-01 01:15:00{Enter}')
    expect(choose).toHaveBeenLastCalledWith('2025-12-31T11:30:00.000Z')
  })

  it("accepts a time that DST skips in the reader's own zone", async () => {
    setBusinessZone('UTC')
    const choose = vi.fn()
    const { user } = await renderApp([{ path: '/', element: <MomentPicker aria-label="As of" onChange={choose} /> }])
    for (const shown of ['2026-03-29 02:30:00', '2026-03-08 02:30:00']) {
      await user.clear(screen.getByLabelText('As of'))
      await user.type(screen.getByLabelText('As of'), `${shown}{Enter}`)
      expect(choose).toHaveBeenLastCalledWith(`${shown.replace(' ', 'T')}.000Z`)
    }
  })

  it('marks the business day as today', async () => {
    setBusinessZone(far)
    vi.useFakeTimers({ now: new Date('2026-06-30T11:30:00.000Z'), toFake: ['Date'] })
    const { user, baseElement } = await renderApp([{ path: '/', element: <DayPicker aria-label="Day" /> }])
    await user.click(screen.getByLabelText('Day'))
    expect(baseElement.querySelector('.ant-picker-cell-today')?.getAttribute('title')).toBe('2026-07-01')
  })
})
