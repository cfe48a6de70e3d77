import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { freePorts, type RunningServer, startChild, startNats } from '@cascade/dev'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { repository } from '../../support/tree-copy'
import { createBranch, fund, giveAllGames } from '../../support/world'

const id = 'branch-watch'
let parent: string
let folder: string
let nats: RunningServer
let own: DisposableSuite

/** Environment variables of this test run that would affect a nested one. */
const ofThisRun = /^(VITEST|npm_)|^(NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL|INIT_CWD)$/
const cleanEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))

async function run(cwd: string, command: string, ...args: string[]) {
  const child = spawn(command, args, { cwd, env: cleanEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (errors += chunk))
  const [code] = await once(child, 'close')
  return { code, output, errors }
}
const generate = (path: string) => run(repository, 'npm', 'run', '-s', 'gen', 'consumer', '--', path)
const runThere = async (command: string, ...args: string[]) => {
  const { code, output, errors } = await run(folder, command, ...args)
  expect(code, output + errors).toBe(0)
}

const passwordOf = (user: string) => `p-${user}`
const users = ['gateway', 'svc-accounts', 'svc-games', 'svc-live', 'svc-reports']
const natsUrl = (user: string, password: string) => `nats://${user}:${password}@127.0.0.1:${nats.port}`
let secrets: NodeJS.Dict<string>

/** NATS as docker-compose.yml runs it, with the user that the generator printed. */
async function startNatsWith(printed: string): Promise<RunningServer> {
  const user = printed.slice(printed.indexOf('    {\n      user:'))
  const conf = await readFile(join(repository, 'packages/dev/compose/nats.conf'), 'utf8')
  const file = join(parent, 'nats.conf')
  await writeFile(file, conf.replace('\n  ]\n}', `\n${user}\n  ]\n}`))
  const passwords = users.map(each => [`${each.replace('-', '_').toUpperCase()}_PASSWORD`, passwordOf(each)])
  const env = {
    NATS_ADMIN_PASSWORD: passwordOf('admin'),
    BRANCH_WATCH_PASSWORD: new URL(secrets.NATS_URL ?? '').password,
    ...Object.fromEntries(passwords),
  }
  return startNats({ dataDir: join(parent, 'nats'), config: { file, env } })
}

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'cascade-consumer-')))
  folder = join(parent, id)
  const { code, output, errors } = await generate(folder)
  expect(code, errors).toBe(0)
  secrets = parseEnv(await readFile(join(folder, '.env'), 'utf8'))
  nats = await startNatsWith(output)
  const services = /SERVICES='(.+)'/.exec(output)?.[1] ?? ''
  const uri = natsUrl('admin', passwordOf('admin'))
  ;[own] = await Promise.all([
    startDisposableSuite({ env: { SERVICES: services, NATS_URL: uri }, nats: { ...nats, uri } }),
    runThere('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'),
  ])
}, 240_000)
afterAll(async () => {
  await own?.stop()
  await nats?.stop()
  await rm(parent, { recursive: true, force: true })
})

/** Starts the generated service on the suite; variables in `overrides` replace those of its `.env`. */
async function startConsumer(overrides: Record<string, string> = {}) {
  const [port = 0, metricsPort = 0] = await freePorts(2)
  const lines: string[] = []
  const child = startChild({
    command: 'npm',
    args: ['start'],
    cwd: folder,
    env: {
      ...cleanEnv,
      NATS_URL: natsUrl(id, new URL(secrets.NATS_URL ?? '').password),
      ACCOUNTS_URL: `http://127.0.0.1:${own.suite.processes['svc-accounts']?.port}`,
      MONGODB_URI: own.suite.mongo.uri,
      MONGODB_DB: `${id}-${port}`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...overrides,
    },
    onLine: line => lines.push(line),
  })
  onTestFinished(() => child.stopGroup())
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  await vi.waitFor(() => read('/livez'), { timeout: 60_000, interval: 200 })
  return {
    faults: async (): Promise<string[]> => {
      const { missing, degraded } = (await read('/readyz')) as { missing: string[]; degraded: string[] }
      return [...missing, ...degraded]
    },
    branches: async () => ((await read('/branches')) as { data: { adminId: string }[] }).data,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    logged: (text: string) => lines.filter(line => line.includes(text)).length,
  }
}

async function expectSuiteReady() {
  for (const { port } of Object.values(own.suite.processes)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(response.status).toBe(200)
  }
}

describe('a generated service', () => {
  it('keeps its key private, passes its type check and its own tests', async () => {
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('.env\n')
    await Promise.all([runThere('npm', 'run', 'typecheck'), runThere('npm', 'test')])
  })

  it('shows transfers and bets of a running suite, with the least rights in NATS', async () => {
    const consumer = await startConsumer()
    const { api } = own
    const superadmin = await api.login('superadmin')
    await fund(api, superadmin, 'superadmin', superadmin.user._id, 1_000)
    const branch = await createBranch(api, superadmin)
    await fund(api, superadmin, 'admin', branch.admin._id, 40.5)
    await fund(api, superadmin, 'player', branch.player._id, 100)
    const amounts = { adminId: branch.admin._id, admin: branch.admin.username, given: '14050', paid: '0' }
    await expect.poll(consumer.branches).toEqual([{ ...amounts, staked: '0', balance: '0' }])

    await giveAllGames(api, superadmin, branch.admin._id)
    const player = await api.login(branch.player.username)
    const body = { gameId: gameCodes.funTarget, bets: [{ type: 'straight', drawno: '7', quantity: 5 }] }
    await vi.waitFor(() => api.call(liveApi.createBet, player, { body }), { timeout: 90_000, interval: 300 })
    await expect.poll(consumer.branches).toEqual([{ ...amounts, staked: '500', balance: '500' }])
    expect(await consumer.faults()).toEqual([])
    expect(await consumer.metrics()).toMatch(/cascade_branch_watch_losing_branches\{.+\} 0/)
  })

  it('says once that its key is another one, and the suite stays ready', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const key = { ...(await exportJWK(privateKey)), kid: `external.${id}` }
    const consumer = await startConsumer({ CASCADE_PRIVATE_JWK: JSON.stringify(key) })
    const sentence = 'svc-accounts rejects the key of this process'
    await expect.poll(consumer.faults).toEqual([expect.stringContaining(sentence)])
    expect(consumer.logged(sentence)).toBe(1)
    await expectSuiteReady()
  })

  it.each([
    ['rejects', 'a wrong password', id, 'guessed', 'NATS rejects the user or password in NATS_URL'],
    ['limits', 'another user', 'gateway', passwordOf('gateway'), 'NATS does not let the user in NATS_URL'],
  ])('says so once when NATS %s %s, and reads events without it', async (_verb, _who, user, password, sentence) => {
    const consumer = await startConsumer({ NATS_URL: natsUrl(user, password) })
    await expect.poll(consumer.faults).toEqual([expect.stringContaining(sentence)])
    await expect.poll(async () => (await consumer.branches()).length).toBeGreaterThan(0)
    expect(consumer.logged(sentence)).toBe(1)
    await expectSuiteReady()
  })
})
