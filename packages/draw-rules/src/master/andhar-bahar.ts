import type { BetType, DimensionKey } from '@cascade/contracts/games'
import { describeGame, numberInOrder } from './standard'

const bet = (type: string, label: string, dimension: DimensionKey, multiplier: number): BetType => ({
  type,
  label,
  dimension,
  multiplier,
  cover: 'same',
})

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** Card, suit and side are separate bets. The card determines the side; the 7 has none. */
export const andharBahar = describeGame({
  layout: { kind: 'cards', columns: 3, groups: [6, 1, 6] },
  dimensions: [
    {
      key: 'result',
      label: 'Card',
      options: numberInOrder(ranks.map(label => ({ label, image: `card-${label.toLowerCase()}` }))),
    },
    {
      key: 'color',
      label: 'Colour',
      options: [
        { drawno: 'k', label: 'Spade', color: 'black', image: 'suit-spade' },
        { drawno: 'd', label: 'Diamond', color: 'red', image: 'suit-diamond' },
        { drawno: 'f', label: 'Club', color: 'black', image: 'suit-club' },
        { drawno: 'l', label: 'Heart', color: 'red', image: 'suit-heart' },
      ],
    },
    {
      key: 'type',
      label: 'Type',
      options: [
        { drawno: 'under', label: 'Under' },
        { drawno: 'bahar', label: 'Bahar' },
      ],
      follows: { under: ['1', '2', '3', '4', '5', '6'], bahar: ['8', '9', '10', '11', '12', '13'] },
    },
  ],
  bets: [bet('card', 'Card', 'result', 1200), bet('color', 'Colour', 'color', 375), bet('type', 'Type', 'type', 195)],
  intervalSeconds: 120,
})
