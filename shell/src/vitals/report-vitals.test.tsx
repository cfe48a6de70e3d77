import { type PageVital, vitalsApi } from '@cascade/contracts/gateway'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'
import { type Measured, reportVitals } from './report-vitals'
import { patternOf, screenAt, useScreenLog } from './screen-log'

afterEach(() => vi.unstubAllGlobals())

function openPage() {
  const backend = fakeBackend(on(vitalsApi.report, { success: true }))
  let take: (measured: Measured) => void = () => undefined
  const listen = (listener: typeof take) => {
    take = listener
  }
  const stop = reportVitals({ onLCP: listen, onINP: () => undefined, onCLS: () => undefined })
  const measure = (measured: Partial<Measured>) => take({ id: '1', name: 'LCP', value: 900, entries: [], ...measured })
  const hide = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const reported = () => backend.callsOf(vitalsApi.report).flatMap(({ body }) => body.vitals as PageVital[])
  return { measure, hide, reported, stop }
}

const show = (screen: string, version: string) => renderHook(() => useScreenLog(screen, version))
const entryAt = (startTime: number) => ({ startTime }) as PerformanceEntry

describe('the report of vitals', () => {
  it('has each metric once, for the screen shown when it occurred', async () => {
    signInAs()
    const page = openPage()
    show('player', '1.0.0')
    const before = performance.now()
    show('game/:first/:second/:username', '2.0.0')
    page.measure({ entries: [entryAt(before)] })
    page.measure({ id: '2', name: 'CLS', value: 0.01, entries: [entryAt(performance.now())] })
    expect(page.reported()).toEqual([])
    page.hide()
    await expect.poll(page.reported).toEqual([
      { metric: 'LCP', value: 900, screen: 'player', version: '1.0.0' },
      { metric: 'CLS', value: 0.01, screen: 'game/:first/:second/:username', version: '2.0.0' },
    ])
    page.measure({ id: '2', name: 'CLS', value: 0.5, entries: [entryAt(performance.now())] })
    page.measure({ id: '3', entries: [entryAt(performance.now())] })
    page.hide()
    await expect.poll(() => page.reported().length).toBe(3)
    expect(page.reported()[2]?.metric).toBe('LCP')
    page.stop()
  })

  it('waits until a user with screens is signed in', async () => {
    const page = openPage()
    show('login', '1.0.0')
    page.measure({})
    page.hide()
    signInAs({ role: 'player' })
    page.hide()
    expect(page.reported()).toEqual([])
    signInAs()
    page.hide()
    await expect.poll(() => page.reported().length).toBe(1)
    page.stop()
  })

  it('has the screens of remotes with their version, and those of the shell', async () => {
    fakeBackend(...dashboardAnswers(signInAs()))
    const { router } = await openShell('/admin/player')
    await expect.poll(() => screenAt(performance.now())).toEqual({ screen: 'player', version: '1' })
    await act(() => router.navigate('/public/check'))
    await expect.poll(() => screenAt(performance.now())).toEqual({ screen: 'public/check', version: '1' })
    await act(() => router.navigate('/admin/dashboard'))
    await expect.poll(() => screenAt(performance.now())).toEqual({ screen: 'dashboard', version: 'development' })
  })

  it('names a screen by its route pattern, without ids', () => {
    const routes = [{ path: 'player/*' }, { path: 'game/:first/:second/:username' }, { path: 'game' }]
    expect(patternOf(routes, 'player')).toBe('player')
    expect(patternOf(routes, 'player/players/details/x')).toBe('player/*')
    expect(patternOf(routes, 'game')).toBe('game')
    expect(patternOf(routes, 'game/AB/12/admin1')).toBe('game/:first/:second/:username')
    expect(patternOf(routes, 'nowhere')).toBeUndefined()
  })
})
