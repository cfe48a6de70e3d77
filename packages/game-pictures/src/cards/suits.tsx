export const suitNames = ['spade', 'heart', 'diamond', 'club'] as const
export type SuitName = (typeof suitNames)[number]

/** Centred at the origin, 20 high. */
const shapes: Readonly<Record<SuitName, string>> = {
  heart:
    'M0 9.8C-6 4.7-10 .8-10-3.8-10-7-7.7-9.2-4.9-9.2-2.9-9.2-1-8 0-6.2 1-8 2.9-9.2 4.9-9.2 7.7-9.2 10-7 10-3.8 10 .8 6 4.7 0 9.8Z',
  diamond: 'M0-10.5C2.3-6.6 5-3 8.2 0 5 3 2.3 6.6 0 10.5-2.3 6.6-5 3-8.2 0-5-3-2.3-6.6 0-10.5Z',
  spade:
    'M0-10.2C3-6.2 9.4-2.7 9.4 2.2 9.4 5 7.2 6.9 4.8 6.9 3.2 6.9 1.8 6.1 1 4.9 1.2 7 2 8.8 3.5 10.2H-3.5C-2 8.8-1.2 7-1 4.9-1.8 6.1-3.2 6.9-4.8 6.9-7.2 6.9-9.4 5-9.4 2.2-9.4-2.7-3-6.2 0-10.2Z',
  club: 'M0-10.2a4.8 4.8 0 0 1 3.5 8A4.8 4.8 0 1 1 1 4.9C1.2 7 2 8.8 3.5 10.2H-3.5C-2 8.8-1.2 7-1 4.9a4.8 4.8 0 1 1-2.5-7.1 4.8 4.8 0 0 1 3.5-8Z',
}

export const isRed = (suit: SuitName) => suit === 'heart' || suit === 'diamond'

type Props = { suit: SuitName; x: number; y: number; height: number; color?: string }

export function Suit({ suit, x, y, height, color }: Props) {
  const fill = color ?? (isRed(suit) ? 'var(--gp-red)' : 'var(--gp-black)')
  return <path d={shapes[suit]} transform={`translate(${x} ${y}) scale(${height / 20.4})`} fill={fill} />
}
