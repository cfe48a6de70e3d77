import type { LiveOption } from '@cascade/contracts/live'
import type { CSSProperties } from 'react'
import { texts } from '../../texts'
import { largestOf, shortPoints, tablePosition } from './option-cell'

type Zone = {
  title: string
  has: (number: number, option: LiveOption) => boolean
  /** CSS grid placement. */
  column: string
  row: string
}

const isColour =
  (name: string) =>
  (_: number, { color }: LiveOption) =>
    color === name
const thirds = [0, 1, 2] as const

/** Outside bets as on a roulette table: columns at the right, dozens below the numbers, even chances below those. */
const zones: readonly Zone[] = [
  ...thirds.map(third => ({
    title: '2 to 1',
    has: (number: number) => tablePosition(String(number))?.row === 3 - third,
    column: '14',
    row: `${third * 2 + 1} / span 2`,
  })),
  ...thirds.map(third => ({
    title: ['1st 12', '2nd 12', '3rd 12'][third] ?? '',
    has: (number: number) => Math.ceil(number / 12) === third + 1,
    column: `${third * 4 + 2} / span 4`,
    row: '7',
  })),
  ...[
    { title: '1–18', has: (number: number) => number <= 18 },
    { title: 'Even', has: (number: number) => number % 2 === 0 },
    { title: 'Red', has: isColour('red') },
    { title: 'Black', has: isColour('black') },
    { title: 'Odd', has: (number: number) => number % 2 === 1 },
    { title: '19–36', has: (number: number) => number > 18 },
  ].map((zone, at) => ({ ...zone, column: `${at * 2 + 2} / span 2`, row: '8' })),
]

/** Outside bets of a roulette table, each with the highest payout of its numbers. */
export function TableZones({ options, booster }: { options: readonly LiveOption[]; booster: 1 | 2 }) {
  const text = texts.useText()
  return zones.map(({ title, has, column, row }, at) => {
    const within = options.filter(option => {
      const number = Number(option.drawno)
      return number > 0 && has(number, option)
    })
    const most = largestOf(booster === 2 ? within.map(boosted) : within)
    const cost = text('zoneMost', { cost: shortPoints(most) })
    return (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: the zones have a fixed order
        key={at}
        className="live-zone"
        data-row={row}
        style={{ '--zone-column': column, '--zone-row': row } as CSSProperties}
      >
        <b>{title}</b>
        <span style={{ '--letters': cost.length } as CSSProperties}>{cost}</span>
      </li>
    )
  })
}

const boosted = ({ liabilityBoosted }: LiveOption) => ({ liability: liabilityBoosted })
