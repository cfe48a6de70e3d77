import type { DrawResulted, DrawSettled } from '@cascade/contracts/live'
import { liveEvents } from '@cascade/contracts/live'
import type { Projection } from '../runtime/generations'
import { edgesOf, toSettledLines } from './play-lines'

const { drawResulted, drawSettled } = liveEvents
const resultedType = drawResulted.shape.type.value
const settledType = drawSettled.shape.type.value

/** Changes of wins by one event of a corrected draw. `stakeDay` is the last business day of its stakes. */
export type CorrectionRow = {
  _id: number
  day: string
  stakeDay: string
  drawId: string
  gameId: string
  resultVersion: number
  wins: Record<string, bigint>
}
/** `_id` is `drawId|resultVersion`. */
export type CorrectionReason = { _id: string; reason: string }

export const correctionNames = (prefix: string) => ({
  corrections: `${prefix}corrections`,
  reasons: `${prefix}correction_reasons`,
})

export const reasonIdOf = ({ drawId, resultVersion }: Pick<CorrectionRow, 'drawId' | 'resultVersion'>) =>
  `${drawId}|${resultVersion}`

/** Corrected draws with the wins that they changed; there are few. */
export const correctionsProjection: Projection = {
  producer: 'live',
  collections: prefix => {
    const { corrections, reasons } = correctionNames(prefix)
    return [{ name: corrections, indexes: [{ key: { day: 1 } }] }, { name: reasons }]
  },
  schemas: { [resultedType]: drawResulted, [settledType]: drawSettled },
  async project(db, prefix, events, tx) {
    const { corrections, reasons } = correctionNames(prefix)
    const rows = events.flatMap(event => (event.type === settledType ? toRow(event as DrawSettled) : []))
    const newReasons = events.flatMap(event => (event.type === resultedType ? toReason(event as DrawResulted) : []))
    if (rows.length > 0) await db.collection<CorrectionRow>(corrections).insertMany(rows, { session: tx })
    if (newReasons.length > 0) await db.collection<CorrectionReason>(reasons).insertMany(newReasons, { session: tx })
  },
}

function toRow(event: DrawSettled): CorrectionRow[] {
  const { drawId, gameId, resultVersion, day, players } = event.data
  if (resultVersion === 1) return []
  const wins: CorrectionRow['wins'] = {}
  for (const { chain, measures } of toSettledLines(event))
    for (const edge of edgesOf(chain)) wins[edge] = (wins[edge] ?? 0n) + (measures.win ?? 0n)
  const stakeDay = players.reduce((last, player) => (player.stakeDay > last ? player.stakeDay : last), '')
  return [{ _id: event.seq, day, stakeDay, drawId, gameId, resultVersion, wins }]
}

const toReason = ({ data }: DrawResulted): CorrectionReason[] =>
  data.resultVersion === 1 ? [] : [{ _id: reasonIdOf(data), reason: data.reason ?? '' }]
