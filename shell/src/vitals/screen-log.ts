import type { ShellScreen } from '@cascade/contracts/gateway'
import { useEffect } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'

type ScreenVersion = { screen: string; version: string }

/** Which screen this page showed from when on, in milliseconds since it was opened. */
const screens: (ScreenVersion & { fromMs: number })[] = []
/** Of a page that stays open for days the latest ones: what is measured has hardly begun before them. */
const screensMax = 100

/** Notes that a screen is shown; undefined where the address leads to none. */
export function useScreenLog(screen: string | undefined, version: string): void {
  useEffect(() => {
    if (screen === undefined) return
    screens.push({ screen, version, fromMs: performance.now() })
    if (screens.length > screensMax) screens.shift()
  }, [screen, version])
}

export const useShellScreen = (screen: ShellScreen): void =>
  useScreenLog(screen, document.documentElement.dataset.version ?? 'development')

/** What was shown at a moment of this page; before the first screen that one, as nothing else was meant. */
export function screenAt(ms: number): ScreenVersion | undefined {
  const at = screens.findLast(({ fromMs }) => fromMs <= ms) ?? screens[0]
  return at && { screen: at.screen, version: at.version }
}

/** The pattern of an address among the routes of a remote; of an open end, `/*` stays only where more stands there. */
export function patternOf(routes: RouteObject[], rest: string): string | undefined {
  const matches = matchRoutes(routes, `/${rest}`)
  if (!matches) return undefined
  const pattern = matches.flatMap(({ route }) => route.path ?? []).join('/')
  return matches.at(-1)?.params['*'] === '' ? pattern.replace(/\/\*$/, '') : pattern
}
