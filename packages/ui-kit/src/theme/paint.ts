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
