import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ResponseOf } from '@cascade/contracts'
import { ledgerApi, settlementApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { betTexts, liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { daysOfTwoWeeks, demoTree, hasPrograms, type Suite, startSuite } from '@cascade/dev'
import { verifyRecord } from '@cascade/draw-rules/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiAt, type Session } from '../support/api'
import { repository } from '../support/tree-copy'

const days = daysOfTwoWeeks(Date.now(), 'Asia/Kolkata')
const dayMs = 86_400_000
/** It pauses between its steps, and has two weeks to read. */
const verificationMs = 240_000
const hasCurl = await hasPrograms('curl')
let folder: string
let suite: Suite
let api: Api
let superadmin: Session
const progress: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-demo-'))
  const own = { dataDir: folder, port: 0, build: false, logLevel: 'fatal' } as const
  const watch = { progress: (line: string) => void progress.push(line) }
  suite = await startSuite({ ...own, ...watch, seed: 'demo', historyDays: days })
  api = apiAt(suite.url)
  superadmin = await api.login('superadmin')
}, 900_000)
afterAll(async () => {
  await suite?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the demo history', () => {
  it('is complete', () => {
    expect(progress.filter(line => line.includes('without'))).toEqual([])
  })

  it('contains bets of earlier days that the reports show', async () => {
    const read = () => api.call(reportsApi.dashboard, superadmin)
    await expect
      .poll(async () => (await read()).data.days.filter(day => day.playPoints > 0).length)
      .toBeGreaterThanOrEqual(13)
  })

  it('has a balanced ledger', async () => {
    expect((await api.call(ledgerApi.conservation, superadmin)).data.difference).toBe(0)
  })

  it(
    'passes the report verification',
    async () => {
      const read = async () => (await api.call(reportsApi.verification, superadmin)).data
      await expect.poll(async () => (await read()).upTo, { timeout: verificationMs }).not.toBeNull()
      expect((await read()).found).toEqual([])
    },
    verificationMs,
  )

  it('contains one open and one answered complaint', async () => {
    const { data } = await api.call(reportsApi.complaints, superadmin)
    expect(data.map(({ status, by }) => [status, by?.username])).toEqual([
      ['Pending', undefined],
      ['Completed', 'superadmin'],
    ])
  })

  it('contains draws with valid records', async () => {
    const { days: played } = (await api.call(reportsApi.dashboard, superadmin)).data
    const day = played.find(({ playPoints }) => playPoints > 0)?.at ?? ''
    // Live screens follow the history a moment later.
    await expect.poll(() => verifyDraws(day)).not.toEqual([])
    expect((await verifyDraws(day)).filter(({ ok }) => !ok)).toEqual([])
  })

  /** Findings about all draws of a day that have tickets. */
  async function verifyDraws(day: string) {
    const findings = []
    for (const { adminId, gameId } of (await api.call(liveApi.games, superadmin)).data) {
      const { data } = await api.call(liveApi.draws, superadmin, { query: { adminId, gameId, day } })
      for (const { drawId } of data.filter(({ tickets }) => tickets > 0)) {
        const { documents, seeds } = (await api.call(liveApi.draw, superadmin, { params: { drawId } })).data
        findings.push(...documents.flatMap(document => verifyRecord(document, { seeds })))
      }
    }
    return findings
  }

  it('ends with every game on offer', async () => {
    const games = (await api.call(gamesApi.list, superadmin)).data
    const offerings = () =>
      api.call(liveApi.games, superadmin).then(({ data }) => new Set(data.map(({ gameId }) => gameId)))
    await expect.poll(async () => (await offerings()).size).toBe(games.length)
  })

  it('is rejected in production', async () => {
    const options = { dataDir: folder, port: 0, seed: 'demo', historyDays: days, production: true } as const
    await expect(startSuite(options)).rejects.toThrow('A production start makes no history.')
  })
})

type Week = ResponseOf<typeof settlementApi.list>

describe('the settlements of the demo', () => {
  const first: Week[] = []
  const second: Week[] = []

  /** Both weeks of each admin and manager. */
  beforeAll(async () => {
    for (const { username } of demoTree.filter(({ role }) => role !== 'player')) {
      const session = await api.login(username)
      const { next } = await api.call(settlementApi.list, session)
      const read = (weeksAgo: number) => {
        const period = new Date(Date.parse(next.to) - weeksAgo * 7 * dayMs).toISOString().slice(0, 10)
        return api.call(settlementApi.list, session, { query: { period, size: 100 } })
      }
      first.push(await read(2))
      second.push(await read(1))
    }
  }, 60_000)

  it('are as closed, the first week paid in points and in cash, the second unpaid', async () => {
    expect([...first, ...second].map(({ closed }) => closed?.comparison)).toEqual(Array(28).fill('same'))
    const paid = first.flatMap(({ data }) => data.filter(({ due }) => due !== 0))
    expect(new Set(paid.map(({ state, paidAs }) => `${state} ${paidAs}`))).toEqual(
      new Set(['paid points', 'paid cash']),
    )
    const unpaid = second.flatMap(({ data }) => data.filter(({ due }) => due !== 0))
    expect(new Set(unpaid.map(({ state }) => state))).toEqual(new Set(['closed']))
  })

  it('carry the correction of a draw of the first week into the second, with draw and reason', async () => {
    expect(first.flatMap(({ data }) => data.flatMap(({ corrections }) => corrections))).toEqual([])
    const lines = second.flatMap(({ data }) => data.flatMap(({ corrections }) => corrections))
    expect(new Set(lines.map(({ drawId }) => drawId)).size).toBe(1)
    const { drawId = '', reason } = lines[0] ?? {}
    expect(reason).toContain('The wheel was touched')
    const { documents } = (await api.call(liveApi.draw, superadmin, { params: { drawId } })).data
    expect(documents).toHaveLength(2)
  })
})

type Example = { command: string; answer: string }

function examplesOf(document: string): Example[] {
  const blocks = Array.from(document.matchAll(/```sh\n(\$ [\s\S]*?)```/g), ([, block = '']) => block)
  return blocks
    .flatMap(block => block.split(/^\$ /m).slice(1))
    .map(text => {
      const [command = ''] = /^(?:.*\\\n)*.*/.exec(text) ?? []
      const lines = text.slice(command.length).trim().split('\n')
      return { command, answer: lines.map(line => line.trim()).join('') }
    })
}

/** Output as a pattern: `…` matches anything, inside a string anything in that string; ids match any id. */
function patternOf(answer: string): RegExp {
  const source = answer
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '[\\da-f-]{36}')
    .replace(/(?<=["\w])…(?=")/g, '[^"]*')
    .replaceAll('…', '.*')
  return new RegExp(`^${source}$`)
}

/** The actual value of the field that has `shownValue` in the document, for example the token. */
function actualValueOf(shown: string, shownValue: string, answered: string): string {
  const at = shown.indexOf(`":"${shownValue}`)
  const field = /"(\w+)$/.exec(shown.slice(0, at))?.[1]
  return new RegExp(`"${field}":"([^"]*)"`).exec(answered)?.[1] ?? ''
}

describe('README.md', () => {
  it('shows requests with their actual responses', { skip: !hasCurl }, async () => {
    const examples = examplesOf(await readFile(join(repository, 'README.md'), 'utf8'))
    expect(examples.filter(({ command }) => command.startsWith('curl '))).toHaveLength(5)
    const variables: Record<string, string> = {}
    let last = { shown: '', answered: '' }
    for (const { command, answer } of examples) {
      const [, name, value = ''] = /^(\w+)=(.*)$/.exec(command) ?? []
      if (name) {
        variables[name] = actualValueOf(last.shown, value, last.answered)
        continue
      }
      const line = command.replaceAll('localhost:8080', new URL(suite.url).host)
      let answered = ''
      // Betting is closed for some seconds of every draw.
      await expect.poll(async () => (answered = await run(line, variables))).not.toContain(betTexts.closed)
      expect(answered).toMatch(patternOf(answer))
      last = { shown: answer, answered }
    }
  })
})

async function run(command: string, variables: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...variables } })
  return stdout
}
