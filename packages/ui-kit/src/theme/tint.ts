/** A little of `color` on `surface`, both `#rrggbb`; `share` is from 0 to 1. */
export function tint(color: string, surface: string, share: number): string {
  const mixed = channels(color).map((value, index) => value * share + (channels(surface)[index] ?? 0) * (1 - share))
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
