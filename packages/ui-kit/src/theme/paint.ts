import { localStore } from '@cascade/web-kit/storage'
import { palettes } from './palette'

/** One face everywhere; until it is there, one that takes as much room, so that nothing jumps. */
export const fontFamily =
  '"Inter Variable", "Inter until loaded", ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Noto Sans", Arial, sans-serif'

/** Gives our own style sheets the palette that antd gets as tokens. */
export function paint(scheme: 'light' | 'dark') {
  const { style, dataset } = document.documentElement
  dataset.scheme = scheme
  style.colorScheme = scheme
  // In the place of what index.html took from the system, before the user's own choice was known.
  style.background = palettes[scheme].page
  style.setProperty('--font', fontFamily)
  for (const [name, color] of Object.entries(palettes[scheme])) {
    style.setProperty(`--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, color)
  }
}

/** Where this browser keeps how its user wants the page to look. */
export const appearanceName = 'cascade.appearance'

/** The scheme of the page before anything that could follow a change of it is loaded. */
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
