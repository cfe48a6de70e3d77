import { accountsInternal } from '@cascade/contracts/accounts'
import type { OpenPlay } from '@cascade/contracts/live'
import type { Actor, Service } from '@cascade/service-kit'
import { startServiceWorld } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { type AccountsDeps, createDeps } from '../deps'
import { type Ledger, verifyLedger } from '../ledger'
import { createAccountsService } from '../service'

export const testPassword = 'test-password'
const audience = 'svc-accounts'

export type Answer = { status: number; headers: Headers; body: AnswerBody }
// biome-ignore lint/suspicious/noExplicitAny: answers of every call, whose shapes the service checks itself
export type AnswerBody = any
export type CallInput = { as?: Actor; body?: unknown; headers?: Record<string, string> }
export type WorldOptions = {
  signupAllowed?: boolean
  now?: () => Date
  /** Stands between the verbs and the ledger, for tests that stop a request on its way. */
  around?: (ledger: Ledger) => Ledger
  /** Stands in for svc-live: what a player has in play; nothing unless given. */
  openPlay?: AccountsDeps['openPlay']
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** The service on real servers with a database of its own, called as the gateway calls it. The superadmin is signed in. */
export async function makeWorld(options: WorldOptions = {}) {
  const { service, made } = createTestService(options)
  const started = await startServiceWorld(service, { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') })
  const { db, client, keys, env } = started
  const { deps, ledger } = made()
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

  /** A public call, on behalf of the superadmin unless told otherwise: `call('GET /admins/all')`. */
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

  /** Signs in and answers who then acts. */
  async function actorOf(username: string, password = testPassword, ipAddress = '10.0.0.1'): Promise<Actor> {
    const { status, body } = await login(username, password, ipAddress)
    if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
    const { _id, role } = body.user as Pick<Actor, 'role'> & { _id: string }
    return { accountId: _id, username, role, sessionId: body.sessionId, ipAddress }
  }

  const superadmin = await actorOf('superadmin')
  return {
    db,
    client,
    deps,
    keys,
    ledger,
    superadmin,
    call,
    login,
    actorOf,
    gatewayToken,
    request,
    internal: async (line: string, body?: unknown) => {
      const [method = '', path = ''] = line.split(' ')
      return send(method, `/internal${path}`, await gatewayToken(audience), body === undefined ? {} : { body })
    },
    /** What the ledger finds wrong with itself: entries, balances and totals. */
    ledgerFaults: async () => (await verifyLedger(client, db)).faults,
    /** What was told of accounts and sessions so far, published or not, in the order in which it was committed. */
    events: async (type: string) =>
      (await db.collection<{ _id: string; type: string; data: AnswerBody }>('outbox').find({ type }).toArray()).map(
        row => row.data,
      ),
    /** What was told of transfers so far. */
    transferEvents: async () => (await ledger.creditFeed(0, 10_000)).events.map(({ data }) => data),
    close: started.stop,
  }
}

const nothingOpen = async (): Promise<OpenPlay> => ({ tickets: { count: 0, stake: '0' }, wins: '0', owed: '0' })

/** The service with a way to what its verbs use, and with what the test puts in place of its clock or its ledger. */
function createTestService({
  signupAllowed = true,
  now,
  around = ledger => ledger,
  openPlay = nothingOpen,
}: WorldOptions) {
  const settings = {
    LEDGER_WRITER_ID: uuidv7(),
    LEDGER_PAIR_DAY_LIMIT: 1_000_000_000,
    DELETED_KEPT_DAYS: 1_825,
    SUPERADMIN_PASSWORD: testPassword,
    signupAllowed,
  }
  let made: { deps: AccountsDeps; ledger: Ledger } | undefined
  const service: Service<AccountsDeps> = {
    ...createAccountsService(settings),
    async createDeps(parts) {
      const deps = await createDeps({ ...parts, core: { ...parts.core, ...(now ? { now } : {}) } }, settings)
      made = { deps: { ...deps, ledger: around(deps.ledger), openPlay }, ledger: deps.ledger }
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
