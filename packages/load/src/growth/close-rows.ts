import { setTimeout as sleep } from 'node:timers/promises'
import { runApi, settlementApi } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import { reportsApi } from '@cascade/contracts/reports'
import type { Suite } from '@cascade/dev'
import { figureRow, type Row } from '../measure'
import { dayAt, insertStakes } from '../reports/play-events'
import { callApi, Rejected, transferLoad } from '../transfers/api'
import { createCrowd } from './crowd'
import { startLoad } from './move-rows'

/** `BENCH_ACCOUNTS=100000` is the target size. */
const many = Number(process.env.BENCH_ACCOUNTS ?? 10_000)
/** The most that one parent closes. */
const playersPerMaster = Math.min(many, 10_000)
const callers = 8
const beforeMs = 15_000
const startMs = 120_000
const dayMs = 86_400_000
const say = (line: string) => process.stderr.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The last Sunday that is over. */
function lastSunday(): string {
  const yesterday = new Date(Date.parse(`${dayAt(new Date())}T00:00:00Z`) - dayMs)
  return new Date(yesterday.getTime() - yesterday.getUTCDay() * dayMs).toISOString().slice(0, 10)
}

/**
 * All players of some masters have played in the last week, and each master closes it, one after the other: duration, and
 * latency of transfers of others in the meantime.
 */
export async function closeRows(suite: Suite): Promise<Row[]> {
  const { url } = suite
  // Before the crowd exists, so that other accounts transfer.
  const transfer = await transferLoad(url, suite.logins)
  const crowd = await createCrowd(suite, { playersPerMaster })
  try {
    await crowd.growTo(many)
    const to = lastSunday()
    const moment = { at: new Date(`${to}T06:00:00Z`), day: to }
    const masters = await crowd.signInMasters()
    let players = 0
    for (const { _id } of masters) {
      const below = await crowd.playersBelow(_id)
      await insertStakes(suite.mongo.uri, below, gameCodes.funTarget, moment)
      players += below.length
    }
    say(`${players} players have played; waiting for the reports …`)
    await waitForPlay(url, crowd.superadmin.token, { day: to, players })

    const load = startLoad(callers, transfer)
    try {
      const startedAt = performance.now()
      await sleep(beforeMs)
      const before = load.since(startedAt)
      const closes: { answeredMs: number; doneMs: number }[] = []
      // A close needs a sign-in of the last five minutes.
      const signedIn = await crowd.signInMasters()
      const closingAt = performance.now()
      for (const { token } of signedIn) closes.push(await closeWeek(url, token, to))
      const totalMs = performance.now() - closingAt
      const during = load.since(closingAt)
      const longest = Math.max(...closes.map(({ doneMs }) => doneMs))
      const answered = Math.max(...closes.map(({ answeredMs }) => answeredMs))
      const count = players.toLocaleString('en-US')
      return [
        figureRow(
          `A week of ${count} players is closed by ${masters.length} masters, one after the other`,
          seconds(totalMs),
          '<= 20 s',
          `the longest ${seconds(longest)}; answered within ${seconds(answered)}`,
        ),
        {
          name: `p99 of other transfers while ${count} rows are closed / before`,
          ours: `${during.p99.toFixed(1)} ms`,
          peer: `${before.p99.toFixed(1)} ms`,
          ratio: (during.p99 / before.p99).toFixed(2),
          aim: '<= 2',
          note: `${during.perSecond.toFixed(0)}/s in the meantime, ${before.perSecond.toFixed(0)}/s before; retries while busy: ${load.retries()}`,
        },
      ]
    } finally {
      await load.stop()
    }
  } finally {
    await crowd.close()
  }
}

/** Closes a week and waits until all its rows are written. */
async function closeWeek(url: string, token: string, to: string) {
  const startedAt = performance.now()
  const answer = await startClose(url, token, to)
  const answeredMs = performance.now() - startedAt
  const runId = settlementApi.close.response.parse(answer).data.run?._id ?? ''
  for (;;) {
    const path = `${runApi.read.path.replace(':runId', runId)}?size=1`
    const { run } = runApi.read.response.parse(await callApi(url, { method: 'GET', path, token }))
    if (run.refused > 0) throw new Error(`invalid run: ${run.refused} rows of a close were rejected`)
    if (run.state !== 'running') return { answeredMs, doneMs: performance.now() - startedAt }
    await sleep(50)
  }
}

/** A close of thousands may outlast the gateway's limit: its repetition gets the run. */
async function startClose(url: string, token: string, to: string): Promise<unknown> {
  const deadline = performance.now() + startMs
  for (;;) {
    try {
      const close = { method: 'POST', path: settlementApi.close.path, token, body: { to } } as const
      return await callApi(url, { ...close, key: `bench-close-${to}` })
    } catch (error) {
      if (!(error instanceof Rejected && error.status === 503) || performance.now() > deadline) throw error
      await sleep(500)
    }
  }
}

/** Each player has played 2 points. */
async function waitForPlay(url: string, token: string, { day, players }: { day: string; players: number }) {
  const path = `${reportsApi.turnover.path}?startDate=${day}&endDate=${day}&page=1&size=10`
  for (;;) {
    const { summary } = reportsApi.turnover.response.parse(await callApi(url, { method: 'GET', path, token }))
    if (summary.playPoints >= players * 2) return
    await sleep(500)
  }
}
