/** All colours of the product per scheme; source of antd's tokens and of our CSS variables. */
export type Palette = {
  accent: string
  onAccent: string
  /** Behind a selected menu entry or row. */
  accentSoft: string
  page: string
  surface: string
  raised: string
  line: string
  text: string
  muted: string
  sidebar: string
  sidebarText: string
  sidebarActive: string
  success: string
  warning: string
  danger: string
  /** Coloured fields of a draw, with white text. */
  fieldRed: string
  fieldBlack: string
  fieldGreen: string
}

const fields = { fieldRed: '#c3303c', fieldBlack: '#20272c', fieldGreen: '#15784a' }

/** All text has a contrast of at least 4.5 to 1: `palette.test.ts`. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    accent: '#0b6b74',
    onAccent: '#ffffff',
    accentSoft: '#e3f1f2',
    page: '#f3f6f7',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#dde5e8',
    text: '#12242c',
    muted: '#566972',
    sidebar: '#0d2a33',
    sidebarText: '#b7cbd1',
    sidebarActive: '#17434f',
    success: '#146c3e',
    warning: '#875500',
    danger: '#b32a29',
    ...fields,
  },
  dark: {
    accent: '#4cc4c7',
    onAccent: '#04252a',
    accentSoft: '#17363c',
    page: '#0c1417',
    surface: '#131e22',
    raised: '#1a282d',
    line: '#26363c',
    text: '#e4edef',
    muted: '#93a7ae',
    sidebar: '#0a181c',
    sidebarText: '#a4b9bf',
    sidebarActive: '#16353c',
    success: '#5ccf94',
    warning: '#e2b04c',
    danger: '#f28482',
    ...fields,
  },
}
