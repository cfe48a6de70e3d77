import './palette.css'

/** A key of the keyboard, as it is drawn in hints. */
export function Key({ children }: { children: string }) {
  return <kbd className="shell-palette-key">{children}</kbd>
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The caps of the palette's shortcut as this keyboard has them. */
export const paletteKeys = (): readonly string[] => (isApple() ? ['⌘', 'K'] : ['Ctrl', 'K'])
