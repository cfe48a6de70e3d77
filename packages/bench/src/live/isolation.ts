import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import { type Measured, openLoop, type Row } from '../measure'
import type { BenchPlay } from './bench-play'

const quietBets = 20
const measuredMs = 10_000
const [loaders, cells] = [32, 1_000]
const pauseMs = 50

async function waitIfBusy(error: unknown): Promise<void> {
  if (!/answered (429|503)/.test(String(error))) throw error
  await sleep(pauseMs)
}

const digits = (number: number) => String(number).padStart(3, '0')

/**
 * Bets on a quiet game while another one, of a thousand options, takes all that 32 callers send. Neither is drawn
 * meanwhile: a bet that waits for the next draw would tell of the lock alone.
 */
export async function isolationRows(play: BenchPlay): Promise<Row[]> {
  const [loaded, quiet] = [
    await play.addGame(gameCodes.tripleFun, 7_200),
    await play.addGame(gameCodes.funTarget, 7_200),
  ]
  const bets = () =>
    openLoop(quietBets, measuredMs, caller => play.bet(caller, quiet.gameId, { type: 'straight', drawno: '7' }))
  await bets()
  const alone = await bets()
  let isOver = false
  const load = Promise.all(
    Array.from({ length: loaders }, async (_, caller) => {
      for (let count = caller; !isOver; count += loaders) {
        const bet = { type: 'triple', drawno: digits(count % cells) }
        // More than is taken: who is told that it is busy comes again.
        await play.bet(caller, loaded.gameId, bet).catch(waitIfBusy)
      }
    }),
  )
  const beside = await bets().finally(() => {
    isOver = true
  })
  await load
  const told = ({ p99 }: Measured) => `${p99.toFixed(0)} ms`
  return [
    {
      name: `p99 of bets on a quiet game beside a full one of ${cells.toLocaleString('en-US')} options / alone`,
      ours: told(beside),
      peer: told(alone),
      ratio: (beside.p99 / alone.p99).toFixed(2),
      aim: '<= 1.5',
      note: `none of ${beside.count} refused, p50 ${beside.p50.toFixed(0)} and ${alone.p50.toFixed(0)} ms`,
    },
  ]
}
