import { accountsInternal } from '@cascade/contracts/accounts'
import type { OpenPlay } from '@cascade/contracts/live'
import type { Actor, Service } from '@cascade/service-kit'
import { startServiceWorld } from '@cascade/service-kit/testing'
import type { MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { type AccountsDeps, createDeps } from '../deps'
import type { AccountsEnv } from '../env'
import { createHasher, type HashCost } from '../identity/passwords/hasher'
import { type Ledger, verifyLedger } from '../ledger'
import { createAccountsService } from '../service'

export const testPassword = 'test-password'
/** Origin of passkeys. */
export const testOrigin = 'https://office.example.com'
const factorKey = { kid: 'test', key: Buffer.alloc(32, 7).toString('base64url') }
const audience = 'svc-accounts'

export type Answer = { status: number; headers: Headers; body: AnswerBody }
// biome-ignore lint/suspicious/noExplicitAny: responses of all endpoints; the service validates their shapes
export type AnswerBody = any
export type CallInput = { as?: Actor; body?: unknown; headers?: Record<string, string> }
export type WorldOptions = {
  signupAllowed?: boolean
  now?: () => Date
  /** Wraps the ledger, for tests that pause a request. */
  around?: (ledger: Ledger) => Ledger
  factorKeys?: AccountsEnv['ACCOUNTS_FACTOR_KEYS']
  /** Cost of new passwords; far below production by default, as each account of a test costs two hashes. */
  hashCost?: HashCost
  /** Replaces svc-live: open play of a player; none by default. */
  openPlay?: AccountsDeps['openPlay']
  /** Replaces svc-reports: figures of a week; none by default. */
  periodFigures?: AccountsDeps['periodFigures']
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** The service with real MongoDB and NATS and its own database, called like the gateway does. The superadmin is signed in. */
export async function makeWorld(options: WorldOptions = {}) {
  const { service, made } = createTestService(options)
  const started = await startServiceWorld(service)
  const { db, client, keys, env } = started
  const { deps, ledger, client: serviceClient } = made()
  const gatewayToken = await keys.signerOf('gateway')
  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${env.PORT}${path}`, init)

  async function send(method: string, url: string, token: string, { body, headers }: CallInput): Promise<Answer> {
    const response = await request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** A public call, by default as the superadmin: `call('GET /admins/all')`. */
  async function call(line: string, input: CallInput = {}): Promise<Answer> {
    const [method = '', path = ''] = line.split(' ')
    return send(method, `/api${path}`, await gatewayToken(audience, input.as ?? superadmin), input)
  }

  async function login(
    username: string,
    password = testPassword,
    ipAddress = '10.0.0.1',
    waitSeconds?: number,
  ): Promise<Answer> {
    const { method, path } = accountsInternal.openSession
    const body = { username, password, ipAddress, userAgent: 'vitest', waitSeconds }
    return send(method, `/internal${path}`, await gatewayToken(audience), { body })
  }

  async function actorOf(username: string, password = testPassword, ipAddress = '10.0.0.1'): Promise<Actor> {
    const { status, body } = await login(username, password, ipAddress)
    if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
    const { _id, role, person } = body.user as Pick<Actor, 'role' | 'person'> & { _id: string }
    const account = { accountId: _id, username: body.user.username, role }
    return { ...account, sessionId: body.sessionId, ipAddress, ...(person && { person }) }
  }

  const superadmin = await actorOf('superadmin')
  // A slow file outlasts the five minutes of a proof.
  const provenAt = new Date(Date.now() + 3_600_000)
  await db.collection('sessions').updateOne({ _id: superadmin.sessionId as never }, { $set: { provenAt } })
  return {
    db,
    client,
    /** The client of `deps`, whose sessions the stores accept. */
    serviceClient,
    deps,
    keys,
    ledger,
    superadmin,
    call,
    login,
    actorOf,
    gatewayToken,
    request,
    startAnother: started.startAnother,
    internal: async (line: string, body?: unknown) => {
      const [method = '', path = ''] = line.split(' ')
      return send(method, `/internal${path}`, await gatewayToken(audience), body === undefined ? {} : { body })
    },
    ledgerFaults: async () => (await verifyLedger(client, db)).faults,
    /** Outbox events of a type so far, published or not, in commit order. */
    events: async (type: string) =>
      (await db.collection<{ _id: string; type: string; data: AnswerBody }>('outbox').find({ type }).toArray()).map(
        row => row.data,
      ),
    transferEvents: async () => (await ledger.creditFeed(0, 10_000)).events.map(({ data }) => data),
    close: started.stop,
  }
}

const nothingOpen = async (): Promise<OpenPlay> => ({ tickets: { count: 0, stake: '0' }, wins: '0', owed: '0' })
const nothingPlayed: AccountsDeps['periodFigures'] = async () => ({ position: 0, rows: [], hash: '', signature: '' })

/** The service with access to its dependencies and with test doubles for clock, ledger and svc-live. */
function createTestService({
  signupAllowed = true,
  now,
  around = ledger => ledger,
  openPlay = nothingOpen,
  periodFigures = nothingPlayed,
  factorKeys = [factorKey],
  hashCost = { memoryCost: 8, timeCost: 1 },
}: WorldOptions) {
  const settings = {
    CASCADE_PRIVATE_JWK: { kty: 'OKP', crv: 'Ed25519', x: '', kid: '', d: 'test' },
    LEDGER_WRITER_ID: uuidv7(),
    LEDGER_OFFERING_DAY_LIMIT: 1_000_000_000,
    DELETED_KEPT_DAYS: 1_825,
    SUPERADMIN_PASSWORD: testPassword,
    signupAllowed,
    ACCOUNTS_FACTOR_KEYS: factorKeys,
    PUBLIC_ORIGIN: testOrigin,
  }
  let made: { deps: AccountsDeps; ledger: Ledger; client: MongoClient } | undefined
  const service: Service<AccountsDeps> = {
    ...createAccountsService(settings),
    async createDeps(parts) {
      const deps = await createDeps({ ...parts, core: { ...parts.core, ...(now ? { now } : {}) } }, settings)
      const hasher = createHasher(hashCost)
      made = {
        deps: { ...deps, ledger: around(deps.ledger), openPlay, periodFigures, hasher },
        ledger: deps.ledger,
        client: parts.client,
      }
      return made.deps
    },
  }
  return {
    service,
    made() {
      if (!made) throw new Error('The service has not started')
      return made
    },
  }
}
