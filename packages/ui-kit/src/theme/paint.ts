import { localStore } from '@cascade/web-kit/storage'
import { palettes } from './palette'

/** One font everywhere; the fallback has the same metrics, so that nothing shifts. */
export const fontFamily =
  '"Inter Variable", "Inter until loaded", ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Noto Sans", Arial, sans-serif'

/** Sets the palette as CSS variables; antd gets it as tokens. */
export function paint(scheme: 'light' | 'dark') {
  const { style, dataset } = document.documentElement
  dataset.scheme = scheme
  style.colorScheme = scheme
  // Replaces the background that index.html took from the system scheme.
  style.background = palettes[scheme].page
  style.setProperty('--font', fontFamily)
  for (const [name, color] of Object.entries(palettes[scheme])) {
    style.setProperty(`--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, color)
  }
}

export const appearanceName = 'cascade.appearance'

/** The scheme before any state library is loaded. */
export function storedScheme(): 'light' | 'dark' {
  const chosen = parseScheme(localStore.getItem(appearanceName))
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function parseScheme(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? '{}') as { state?: { scheme?: unknown } }).state?.scheme
  } catch {
    return undefined
  }
}
