import { type GameLayout, grid, option } from './layout'

const suits = [
  { sign: '♥', color: 'red' },
  { sign: '♠', color: 'black' },
  { sign: '♦', color: 'red' },
  { sign: '♣', color: 'black' },
] as const

/** Ranks in rows, suits in columns, numbered from 1 row by row. */
function court(ranks: readonly string[]): GameLayout {
  const cards = ranks.flatMap(rank => suits.map(({ sign, color }) => ({ label: `${rank}${sign}`, color })))
  return grid(cards.map((card, index) => option('straight', String(index + 1), card)))
}

export const lucky12 = court(['K', 'Q', 'J'])
export const lucky16 = court(['A', 'K', 'Q', 'J'])

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** A result is a card, a suit and a side; each is bet on by itself. */
export const andharBahar: GameLayout = {
  options: ranks.map((label, index) => option('card', String(index + 1), { label })),
  colors: [
    option('color', 'k', { label: 'Spade', color: 'black' }),
    option('color', 'd', { label: 'Diamond', color: 'red' }),
    option('color', 'f', { label: 'Club', color: 'black' }),
    option('color', 'l', { label: 'Heart', color: 'red' }),
  ],
  cardTypes: [option('type', 'under', { label: 'Under' }), option('type', 'bahar', { label: 'Bahar' })],
}
