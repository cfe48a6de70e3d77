import type { Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { figureNames } from './figure-rows'
import type { PartialMeasures } from './measures'
import { commissionLevels, type PlayLine, type Products, type UnroundedLine } from './play-lines'

/** What is left of each player's commissions after whole hundredths were taken, by player. */
export type Remainders = Map<string, Products>

const unit = 10_000n
/** A sum begins with half a hundredth, so that it is rounded half up. */
const initialRemainder = (): Products => ({
  superarea: unit / 2n,
  area: unit / 2n,
  master: unit / 2n,
  player: unit / 2n,
})

/**
 * Rounds commissions to whole hundredths, once and for all reports: what a player's play has earned a level so far is
 * always its exact sum, rounded half up. Each line gets what it adds to that, so that every sum of lines, by account, day
 * or game, is a sum of whole hundredths.
 * @param remainders of the players before these lines, and after them
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

/** Most percentages give whole hundredths: they neither need a remainder nor change it. */
const hasFraction = (products: Products) => commissionLevels.some(level => products[level] % unit !== 0n)

type RemainderRow = { _id: string } & Products

/** Remainders of the players of these lines. */
export async function readRemainders(
  db: Db,
  prefix: string,
  lines: readonly UnroundedLine[],
  tx: Tx,
): Promise<Remainders> {
  const fractional = lines.filter(({ products }) => products && hasFraction(products))
  const players = [...new Set(fractional.map(playerOf))]
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
