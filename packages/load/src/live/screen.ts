import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import type { CDPSession, Page } from 'playwright'
import { figureRow, type Measured, openLoop, type Row, summaryOf } from '../measure'
import { openChromium } from '../pages/first-page'
import type { BenchPlay } from './bench-play'

const betsPerSecond = 200
const cells = 1_000
/** Warm-up time, not measured. */
const firstMs = 1_000
const updates = 20
const changedCells = 10

/** Latency from bet to admin screen, and script time per update with 1,000 cells. */
export async function screenRows(suite: Suite, play: BenchPlay): Promise<Row[]> {
  const game = await play.addGame(gameCodes.tripleFun, 7_200)
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const token = play.admin.token
    await page.addInitScript(`localStorage.setItem('session-token', ${JSON.stringify(token)})`)
    await page.goto(`${suite.url}/admin/game/${game.gameId}/${play.admin.user._id}/admin1`)
    await page.locator('.live-cell').nth(999).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const { answers, changes } = await arrivals(page, play, game.gameId)
    const work = await scriptTimes(page, play, game.gameId)
    return [
      figureRow(
        `Bet to changed cell in Chromium at ${betsPerSecond} bets/s, p50 / p99`,
        spanOf(changes),
        '<= 150 / 350 ms',
        `${changes.count} bets, from the call on; answers ${spanOf(answers)}`,
      ),
      figureRow(
        `Script of one update, ${changedCells} of ${cells} cells changed`,
        `${work.perUpdate.toFixed(1)} ms`,
        '<= 8 ms',
        `what the screen does by itself taken off (${work.idle.toFixed(1)} ms a second)`,
      ),
    ]
  } finally {
    await browser.close()
  }
}

const spanOf = ({ p50, p99 }: Measured) => `${Math.round(p50)} / ${Math.round(p99)} ms`

/** Number of a bet, which is also the label of its cell. */
const digits = (number: number) => String(number).padStart(3, '0')
const cell = (number: number) => digits(number).split('').join('-')

/** Latency of bets to the response and to the changed cell; each bet has its own cell. */
async function arrivals(page: Page, play: BenchPlay, gameId: string) {
  await page.evaluate(watchCells)
  const sent: { cell: string; ms: number }[] = []
  const measuredMs = (cells / betsPerSecond) * 1_000
  const answers = await openLoop(betsPerSecond, measuredMs, number => {
    sent.push({ cell: cell(number), ms: Date.now() })
    return play.bet(number, gameId, { type: 'triple', drawno: digits(number) })
  })
  const counted = sent.slice((firstMs / measuredMs) * cells)
  const readSeen = async () => new Map(await page.evaluate<[string, number][]>('[...seenAtMs]'))
  const isWhole = async () => {
    const seenAt = await readSeen()
    return counted.every(each => seenAt.has(each.cell))
  }
  for (let left = 100; left > 0 && !(await isWhole()); left--) await sleep(100)
  const seenAt = await readSeen()
  const times = counted.map(each => (seenAt.get(each.cell) ?? Number.POSITIVE_INFINITY) - each.ms)
  return { answers, changes: summaryOf(times, measuredMs) }
}

/** Runs in the page: records the first change of each cell's stake. */
const watchCells = `
  globalThis.seenAtMs = new Map()
  new MutationObserver(changes => {
    for (const { target } of changes) {
      const element = target.closest ? target : target.parentElement
      const name = element?.closest('.live-cell')?.querySelector('.live-cell-label')?.textContent
      if (name && !seenAtMs.has(name)) seenAtMs.set(name, Date.now())
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
`

/** Script milliseconds per feed update, minus the idle script time of the page. */
async function scriptTimes(page: Page, play: BenchPlay, gameId: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const pauseMs = 600
  const idleFrom = await scriptMs(session)
  await sleep(updates * pauseMs)
  const idle = (await scriptMs(session)) - idleFrom
  const from = await scriptMs(session)
  for (let update = 0; update < updates; update++) {
    const started = performance.now()
    const bets = Array.from({ length: changedCells }, (_, index) => ({
      type: 'triple',
      drawno: digits((update * changedCells + index * 97) % cells),
    }))
    // A single ticket, so all cells change in one update.
    await play.bet(update, gameId, ...bets)
    await sleep(Math.max(0, pauseMs - (performance.now() - started)))
  }
  const busy = (await scriptMs(session)) - from
  return { perUpdate: Math.max(0, busy - idle) / updates, idle: idle / ((updates * pauseMs) / 1_000) }
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}
