import type { Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { figureNames } from './figure-rows'
import type { PartialMeasures } from './measures'
import { commissionLevels, type PlayLine, type Products, type UnroundedLine } from './play-lines'

/** Rounding remainders of commissions, by player. */
export type Remainders = Map<string, Products>

const unit = 10_000n
/** Starts at one half, so that sums are rounded half up. */
const initialRemainder = (): Products => ({
  superarea: unit / 2n,
  area: unit / 2n,
  master: unit / 2n,
  player: unit / 2n,
})

/**
 * Rounds commissions to whole hundredths, once for all reports: the rounded total of a player and level always equals
 * the exact total, rounded half up. Each line gets the difference that it adds, so that sums by account, day or game
 * are whole hundredths.
 * @param remainders of the players before these lines; updated to those after them
 */
export function roundCommissions(lines: readonly UnroundedLine[], remainders: Remainders): PlayLine[] {
  return lines.map(({ products, ...line }) => {
    if (!products) return line
    const player = playerOf(line)
    const remainder = { ...(remainders.get(player) ?? initialRemainder()) }
    const measures: PartialMeasures = { ...line.measures }
    for (const level of commissionLevels) {
      const sum = remainder[level] + products[level]
      measures[level] = sum / unit
      remainder[level] = sum % unit
    }
    if (hasFraction(products)) remainders.set(player, remainder)
    return { ...line, measures }
  })
}

const playerOf = ({ chain }: Pick<PlayLine, 'chain'>) => chain.at(-1) ?? ''

/** Most percentages yield whole hundredths and leave the remainder unchanged. */
const hasFraction = (products: Products) => commissionLevels.some(level => products[level] % unit !== 0n)

/** Players whose remainder these lines may change. */
export const fractionalPlayers = (lines: readonly UnroundedLine[]): string[] => [
  ...new Set(lines.filter(({ products }) => products && hasFraction(products)).map(playerOf)),
]

type RemainderRow = { _id: string } & Products

export async function readRemainders(
  db: Db,
  prefix: string,
  lines: readonly UnroundedLine[],
  tx: Tx,
): Promise<Remainders> {
  const players = fractionalPlayers(lines)
  if (players.length === 0) return new Map()
  const rows = await remainderRows(db, prefix)
    .find({ _id: { $in: players } }, { session: tx })
    .toArray()
  return new Map(rows.map(({ _id, ...remainder }) => [_id, remainder]))
}

export async function writeRemainders(db: Db, prefix: string, remainders: Remainders, tx: Tx): Promise<void> {
  if (remainders.size === 0) return
  const writes = [...remainders].map(([_id, replacement]) => ({
    replaceOne: { filter: { _id }, replacement, upsert: true },
  }))
  await remainderRows(db, prefix).bulkWrite(writes, { session: tx, ordered: false })
}

const remainderRows = (db: Db, prefix: string) => db.collection<RemainderRow>(figureNames(prefix).remainders)
