const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The caps of the palette's shortcut as this keyboard has them. */
export const paletteKeys = (): readonly string[] => (isApple() ? ['⌘', 'K'] : ['Ctrl', 'K'])
