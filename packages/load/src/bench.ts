import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Suite, type SuiteOptions, startMongo, startSuite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import { eveningRows } from './evening/evening-rows'
import { closeRows } from './growth/close-rows'
import { growthRows } from './growth/growth-rows'
import { sizeRows } from './growth/size-rows'
import { verifyLedger } from './ledger/bench-ledger'
import { ledgerRatios } from './ledger/ledger-ratios'
import { verificationRows } from './ledger/verification-row'
import { openPlay } from './live/bench-play'
import { isolationRows } from './live/isolation'
import { liveRows, players } from './live/live-rows'
import { settlementRows } from './live/settlement'
import { figureRow, type Row, tableOf } from './measure'
import { firstPageRows } from './pages/first-page'
import { lighthouseRows } from './pages/lighthouse'
import { listPageRow } from './pages/list-page'
import { replicaRows } from './replicas/replica-rows'
import { feedRatio } from './reports/feed-ratio'
import { reportRows } from './reports/report-rows'
import { endpointRatios, idleRow, memoryRow } from './transfers/endpoint-ratios'
import { overloadRows } from './transfers/overload'

/** More rounds make a steadier median; rounds of 500 ms are enough for a quick check. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const ms = Number(process.env.BENCH_ROUND_MS ?? 2_000)
/** All callers share one address, which the gateway would rate-limit. */
const noLimits = {
  RATE_SESSION_PER_SECOND: '1000000',
  RATE_ADDRESS_PER_SECOND: '1000000',
  RATE_LOGIN_PER_MINUTE: '1000',
  RATE_IN_FLIGHT_PER_SESSION: '1000',
  RATE_IN_FLIGHT_PER_ACCOUNT: '1000',
}

/**
 * Runs one part only: `ledger`, `verification`, `transfers`, `overload`, `live` (also in parts: `isolation`, `settlement`),
 * `reports`, `replicas`, `pages`, `growth`, `weeks`, `evening` or `sizes`.
 */
const only = process.env.BENCH_ONLY

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'))
const say = (line: string) => process.stderr.write(`${line}\n`)
/** System load before the start; above zero the figures are less reliable. */
const loadBefore = loadavg()[0]?.toFixed(1)
const rows: Row[] = []
let serverName = ''

const suiteAt = (name: string): SuiteOptions => ({
  dataDir: join(folder, name),
  port: 0,
  seed: 'demo',
  env: noLimits,
  logLevel: 'warn',
  progress: say,
})

async function measureLedger() {
  say('Ledger module against the raw program …')
  const server = await startMongo({ dataDir: join(folder, 'module') })
  serverName = server.name
  try {
    rows.push(...(await ledgerRatios(server.uri, { rounds, ms })))
  } finally {
    await server.stop()
  }
}

async function measureSuite() {
  const options = suiteAt('suite')
  say('Whole suite, first start …')
  const first = await startSuite(options)
  await first.stop()
  say('Second start …')
  const startedAt = performance.now()
  const suite = await startSuite(options)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    await sleep(5_000)
    serverName = suite.mongo.name
    if (only === 'transfers') {
      await measureTransfers(suite)
      await assertLedgerConsistent(suite)
      return
    }
    if (only === 'overload') {
      rows.push(...(await overloadRows(suite, { ms })))
      await assertLedgerConsistent(suite)
      return
    }
    if (only === 'live') {
      rows.push(...(await liveRows(suite, { rounds, ms })))
      return
    }
    if (only === 'isolation') {
      rows.push(...(await isolationRows(suite, await openPlay(suite, players))))
      return
    }
    if (only === 'settlement') {
      rows.push(...(await settlementRows(suite, await openPlay(suite, players))))
      return
    }
    if (only === 'pages') {
      rows.push(...(await firstPageRows(suite)), ...(await lighthouseRows(suite)))
      return
    }
    rows.push(figureRow('Second start, until every process is ready', `${seconds} s`, '< 15 s'))
    await measureTransfers(suite)
    say('Overload: five times the capacity …')
    rows.push(...(await overloadRows(suite, { ms })))
    say('Bets, a large draw, a live screen …')
    rows.push(...(await liveRows(suite, { rounds, ms })))
    await assertLedgerConsistent(suite)
    rows.push(await listPageRow(suite))
    // Last, because thousands of players now fill a page of 1,000.
    rows.push(...(await firstPageRows(suite)), ...(await lighthouseRows(suite)))
  } finally {
    await suite.stop()
  }
}

async function measureTransfers(suite: Suite) {
  rows.push(memoryRow(suite, { when: 'idle', aim: '< 320 MB' }), await idleRow(suite))
  say('Transfers through the gateway …')
  rows.push(...(await endpointRatios(suite, { rounds, ms })))
  rows.push(memoryRow(suite, { when: 'after this load', aim: '< 700 MB' }))
}

async function measureVerification() {
  say('Verification of a day, with short and long history …')
  const server = await startMongo({ dataDir: join(folder, 'verification') })
  serverName = server.name
  try {
    rows.push(...(await verificationRows(server.uri, rounds)))
  } finally {
    await server.stop()
  }
}

/** In two separate suites, because their reports contain rows that are not in the ledger. */
async function measureReports() {
  say('Reports with few and with many rows …')
  const few = await startSuite(suiteAt('few-rows'))
  try {
    const many = await startSuite(suiteAt('many-rows'))
    serverName = many.mongo.name
    try {
      rows.push(...(await reportRows({ few, many })), await feedRatio(many))
      await assertLedgerConsistent(many)
    } finally {
      await many.stop()
    }
  } finally {
    await few.stop()
  }
}

/** Starts a suite for each number of replicas. */
async function measureReplicas() {
  say('Replicas of svc-accounts …')
  const onEnd = (suite: Suite) => {
    serverName = suite.mongo.name
    return assertLedgerConsistent(suite)
  }
  rows.push(...(await replicaRows({ options: suiteAt, onEnd }, { rounds, ms })))
}

/** In a separate suite, because it creates thousands of accounts. */
async function measureCrowd(name: string, line: string, measure: (suite: Suite) => Promise<Row[]>) {
  say(line)
  const suite = await startSuite(suiteAt(name))
  serverName = suite.mongo.name
  try {
    rows.push(...(await measure(suite)))
    await assertLedgerConsistent(suite)
  } finally {
    await suite.stop()
  }
}

/** In a separate suite, because it measures growth. */
async function measureSizes() {
  say('Storage per transfer, bet and account …')
  const suite = await startSuite(suiteAt('sizes'))
  serverName = suite.mongo.name
  try {
    await sizeRows(suite, row => rows.push(row))
    await assertLedgerConsistent(suite)
  } finally {
    await suite.stop()
  }
}

/** @throws Error if the ledger is inconsistent, which makes every figure invalid */
async function assertLedgerConsistent(suite: Suite) {
  const { client, db, close } = await connectMongo(suite.mongo.uri, 'accounts')
  const { faults } = await verifyLedger(client, db)
  await close()
  if (faults.length > 0) throw new Error(`invalid run: ledger of the suite inconsistent\n${faults.join('\n')}`)
}

try {
  if (only === undefined || only === 'ledger') await measureLedger()
  if (only === undefined || only === 'verification') await measureVerification()
  if (only === undefined || ['isolation', 'live', 'overload', 'pages', 'settlement', 'transfers'].includes(only))
    await measureSuite()
  if (only === undefined || only === 'reports') await measureReports()
  if (only === undefined || only === 'replicas') await measureReplicas()
  if (only === undefined || only === 'growth')
    await measureCrowd('growth', 'Many accounts below one admin …', growthRows)
  if (only === undefined || only === 'weeks') await measureCrowd('weeks', 'Closing a week …', closeRows)
  if (only === undefined || only === 'evening')
    await measureCrowd('evening', 'An evening: bets, draws, screens, transfers, an export …', eveningRows)
  if (only === 'sizes') await measureSizes()
} finally {
  const title = `Cascade benchmark on ${serverName}, Node ${process.version}, ${rounds} interleaved rounds of ${ms} ms`
  const machine = `${availableParallelism()} cores, load before the start ${loadBefore}`
  process.stdout.write(`\n${title}\n${machine}\n\n${tableOf(rows)}\n`)
  await rm(folder, { recursive: true, force: true })
}
