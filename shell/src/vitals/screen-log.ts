import type { ShellScreen } from '@cascade/contracts/gateway'
import { useEffect } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'

type ScreenVersion = { screen: string; version: string }

/** Screens shown by this page, with their start in milliseconds since it was opened. */
const screens: (ScreenVersion & { fromMs: number })[] = []
/** Metrics refer to recent screens, so old entries can go. */
const screensMax = 100

export function useScreenLog(screen: string | undefined, version: string): void {
  useEffect(() => {
    if (screen === undefined) return
    screens.push({ screen, version, fromMs: performance.now() })
    if (screens.length > screensMax) screens.shift()
  }, [screen, version])
}

export const useShellScreen = (screen: ShellScreen): void =>
  useScreenLog(screen, document.documentElement.dataset.version ?? 'development')

/** The screen at a time of this page; before the first one, the first. */
export function screenAt(ms: number): ScreenVersion | undefined {
  const at = screens.findLast(({ fromMs }) => fromMs <= ms) ?? screens[0]
  return at && { screen: at.screen, version: at.version }
}

/** Route pattern of an address of a remote; a trailing `/*` stays only if it matched something. */
export function patternOf(routes: RouteObject[], rest: string): string | undefined {
  const matches = matchRoutes(routes, `/${rest}`)
  if (!matches) return undefined
  const pattern = matches.flatMap(({ route }) => route.path ?? []).join('/')
  return matches.at(-1)?.params['*'] === '' ? pattern.replace(/\/\*$/, '') : pattern
}
