import type { Suite } from '@cascade/dev-stack'
import type { Row } from '../table'
import { openPlay } from './bench-play'
import { betRatio } from './bet-ratio'
import { screenRows } from './screen'
import { settlementRows } from './settlement'

const players = 48

/** Bets, draws and the live screen. */
export async function liveRows(suite: Suite, options: { rounds: number; ms: number }): Promise<Row[]> {
  const play = await openPlay(suite, players)
  return [
    await betRatio(suite, play, options),
    ...(await settlementRows(suite, play)),
    ...(await screenRows(suite, play)),
  ]
}
