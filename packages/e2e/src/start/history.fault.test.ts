import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { type Suite, startSuite } from '@cascade/dev'
import { verifyRecord } from '@cascade/draw-rules/verify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiAt, type Session } from '../support/api'

const days = 2
let folder: string
let suite: Suite
let api: Api
let superadmin: Session

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-history-'))
  const own = { dataDir: folder, port: 0, build: false, logLevel: 'fatal' } as const
  suite = await startSuite({ ...own, seed: 'demo', historyDays: days })
  api = apiAt(suite.url)
  superadmin = await api.login('superadmin')
}, 300_000)
afterAll(async () => {
  await suite?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('the demo history contains bets of earlier days that the reports show', async () => {
  const read = () => api.call(reportsApi.dashboard, superadmin)
  await expect
    .poll(async () => (await read()).data.days.filter(day => day.playPoints > 0).length)
    .toBeGreaterThanOrEqual(days)
})

it('the demo history has a balanced ledger', async () => {
  expect((await api.call(ledgerApi.conservation, superadmin)).data.difference).toBe(0)
})

it('the demo history passes the report verification', async () => {
  const read = async () => (await api.call(reportsApi.verification, superadmin)).data
  await expect.poll(async () => (await read()).upTo).not.toBeNull()
  expect((await read()).found).toEqual([])
})

it('the demo history contains one open and one answered complaint', async () => {
  const { data } = await api.call(reportsApi.complaints, superadmin)
  expect(data.map(({ status, by }) => [status, by?.username])).toEqual([
    ['Pending', undefined],
    ['Completed', 'superadmin'],
  ])
})

it('the demo history contains draws with valid records', async () => {
  const offerings = (await api.call(liveApi.games, superadmin)).data
  const documents = []
  for (const { adminId, gameId } of offerings) {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const { data } = await api.call(liveApi.draws, superadmin, { query: { adminId, gameId, day } })
    for (const { drawId } of data.filter(({ tickets }) => tickets > 0)) {
      const page = (await api.call(liveApi.draw, superadmin, { params: { drawId } })).data
      documents.push(...page.documents.map(document => verifyRecord(document, { seeds: page.seeds })))
    }
  }
  expect(documents.length).toBeGreaterThan(0)
  expect(documents.flat().filter(({ ok }) => !ok)).toEqual([])
})

it('the demo history ends with every game on offer', async () => {
  const games = (await api.call(gamesApi.list, superadmin)).data
  const offerings = () =>
    api.call(liveApi.games, superadmin).then(({ data }) => new Set(data.map(({ gameId }) => gameId)))
  await expect.poll(async () => (await offerings()).size).toBe(games.length)
})

it('the demo history is rejected in production', async () => {
  const options = { dataDir: folder, port: 0, seed: 'demo', historyDays: days, production: true } as const
  await expect(startSuite(options)).rejects.toThrow('A production start makes no history.')
})
