import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev-stack'
import type { CDPSession, Page } from 'playwright'
import { figureRow, type Row } from '../measure'
import { openChromium } from '../suite/first-page'
import type { BenchPlay } from './bench-play'

/** Bets a second beside those that are measured; far from what this screen takes, near what a small machine does. */
const betsPerSecond = 50
const probes = 100
const updates = 20
const changedCells = 10

/** A bet on its way to the screen of the admin, and the work of a screen of 1000 cells for an update. */
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
    const late = await arrivals(page, play, game.gameId)
    const work = await scriptTimes(page, play, game.gameId)
    return [
      figureRow(
        `Bet to changed cell in Chromium at ${betsPerSecond} bets/s, p99`,
        `${at(late, 0.99)} ms`,
        '<= 500 ms',
        `p50 ${at(late, 0.5)} ms, ${late.length} bets, from the call on`,
      ),
      figureRow(
        `Script of one update, about ${changedCells} of 1000 cells changed`,
        `${work.perUpdate.toFixed(1)} ms`,
        '<= 8 ms',
        `what the screen does by itself taken off (${work.idle.toFixed(1)} ms a second)`,
      ),
    ]
  } finally {
    await browser.close()
  }
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

/** What a bet names, and how the cell is labelled. */
const digits = (number: number) => String(number).padStart(3, '0')
const cell = (number: number) => digits(number).split('').join('-')

/** Milliseconds from the call to the changed cell, sorted; each bet is on a cell of its own. */
async function arrivals(page: Page, play: BenchPlay, gameId: string): Promise<number[]> {
  await page.evaluate(watchCells)
  let isOver = false
  const background = (async () => {
    for (let count = 0; !isOver; count++) {
      void play.bet(count, gameId, { type: 'triple', drawno: digits(500 + (count % 500)) }).catch(() => undefined)
      await sleep(1_000 / betsPerSecond)
    }
  })()
  const sent = new Map<string, number>()
  for (let number = 0; number < probes; number++) {
    sent.set(cell(number), Date.now())
    await play.bet(number, gameId, { type: 'triple', drawno: digits(number) })
    await sleep(50)
  }
  const seen = async () => new Map(await page.evaluate<[string, number][]>('[...seenAtMs]'))
  const isWhole = async () => {
    const known = await seen()
    return [...sent.keys()].every(name => known.has(name))
  }
  for (let looks = 100; looks > 0 && !(await isWhole()); looks--) await sleep(100)
  isOver = true
  await background
  const known = await seen()
  return [...sent].map(([name, ms]) => (known.get(name) ?? Number.POSITIVE_INFINITY) - ms).sort((a, b) => a - b)
}

/** Runs in the page: notes when the stake of each cell changes first. */
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

/** Milliseconds of script for each update of the feed, less what the page does in the same time without one. */
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
    const cells = Array.from({ length: changedCells }, (_, index) =>
      digits((update * changedCells + index * 97) % 1000),
    )
    await Promise.all(cells.map((drawno, index) => play.bet(index, gameId, { type: 'triple', drawno })))
    await sleep(Math.max(0, pauseMs - (performance.now() - started)))
  }
  const busy = (await scriptMs(session)) - from
  return { perUpdate: Math.max(0, busy - idle) / updates, idle: idle / ((updates * pauseMs) / 1_000) }
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}
