import { describeGame, numberInOrder, resultDimension, straight } from './standard'

const suits = [
  { sign: '♥', name: 'heart', color: 'red' },
  { sign: '♠', name: 'spade', color: 'black' },
  { sign: '♦', name: 'diamond', color: 'red' },
  { sign: '♣', name: 'club', color: 'black' },
] as const

/** Ranks in rows, suits in columns. A bet on a row or column is a bet on each of its cards. */
const court = (ranks: readonly string[], multiplier: number, resultSeconds: number) =>
  describeGame({
    layout: { kind: 'cards', columns: suits.length, groups: [] },
    dimensions: resultDimension(
      numberInOrder(
        ranks.flatMap(rank =>
          suits.map(({ sign, name, color }) => ({
            label: `${rank}${sign}`,
            color,
            image: `card-${rank.toLowerCase()}-${name}`,
          })),
        ),
      ),
    ),
    bets: [straight(multiplier)],
    bundles: [
      { type: 'row', label: 'Row', cover: 'card-row', of: 'straight' },
      { type: 'column', label: 'Column', cover: 'card-column', of: 'straight' },
    ],
    intervalSeconds: 180,
    resultSeconds,
  })

export const lucky12 = court(['K', 'Q', 'J'], 1000, 0)
export const lucky16 = court(['A', 'K', 'Q', 'J'], 1400, 10)
