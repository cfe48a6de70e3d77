import { describe, expect, it } from 'vitest'
import { type Palette, palettes } from './palette'

type Name = keyof Palette
const white = '#ffffff'

const written: [inks: (Name | typeof white)[], grounds: Name[]][] = [
  [
    ['text', 'muted', 'accent', 'success', 'warning', 'danger'],
    ['page', 'surface', 'raised', 'accentSoft'],
  ],
  [['onAccent'], ['accent', 'danger']],
  [
    ['sidebarText', white],
    ['sidebar', 'sidebarActive'],
  ],
  [[white], ['fieldRed', 'fieldBlack', 'fieldGreen']],
]

/** Text on a surface tinted with a tone: badges, banners, messages, heat-map cells. */
const tinted: [ink: Name, tone: Name, share: number][] = [
  ...(['muted', 'accent', 'success', 'warning', 'danger'] as const).map((tone): [Name, Name, number] => [
    tone,
    tone,
    0.12,
  ]),
  ['warning', 'warning', 0.14],
  ['danger', 'danger', 0.16],
  ['muted', 'warning', 0.14],
  ['text', 'danger', 0.28],
]

describe.each(['light', 'dark'] as const)('the %s palette', scheme => {
  const colors = palettes[scheme]
  const rgbOf = (name: Name | typeof white) => channels(name === white ? white : colors[name])

  it('has a contrast of at least 4.5 for text on its backgrounds', () => {
    const pairs = written.flatMap(([inks, grounds]) => inks.flatMap(ink => grounds.map(ground => ({ ink, ground }))))
    expect(pairs.filter(({ ink, ground }) => contrast(rgbOf(ink), rgbOf(ground)) < 4.5)).toEqual([])
  })

  it('has a contrast of at least 4.5 for text on tinted surfaces', () => {
    const ground = (tone: Name, share: number) =>
      rgbOf(tone).map((value, at) => value * share + (rgbOf('surface')[at] ?? 0) * (1 - share))
    expect(tinted.filter(([ink, tone, share]) => contrast(rgbOf(ink), ground(tone, share)) < 4.5)).toEqual([])
  })

  it('has a contrast of at least 4.5 for placeholders and for the faded value of an open select', () => {
    const grounds = ['surface', 'raised'] as const
    const faded = (ground: Name) => rgbOf('text').map((value, at) => value * 0.65 + (rgbOf(ground)[at] ?? 0) * 0.35)
    const contrasts = grounds.flatMap(ground =>
      [faded(ground), rgbOf('muted')].map(ink => contrast(ink, rgbOf(ground))),
    )
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
  })
})

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** WCAG 2 contrast, from 1 to 21. */
function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
