import type { Role } from '@cascade/contracts'
import { accountsInternal } from '@cascade/contracts/accounts'
import {
  type Actor,
  connectMongo,
  createServiceApp,
  ensureCollections,
  feedCursorPlans,
  outboxPlans,
} from '@cascade/service-kit'
import { makeTestKeys, silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { ensureSuperadmin } from '../accounts/bootstrap'
import { accountsPlans, createAccountsApp } from '../app'
import { createDeps } from '../deps'
import { checkBooks, type Ledger, startLedger } from '../ledger'

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
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** The service with a database of its own, called as the gateway calls it. The superadmin is signed in. */
export async function makeWorld(options: WorldOptions = {}) {
  const { signupAllowed = true, now, around = ledger => ledger } = options
  const mongo = await connectMongo(inject('mongodbUri'), `accounts-${uuidv7().slice(-12)}`)
  const { client, db } = mongo
  await ensureCollections(db, [...outboxPlans, ...feedCursorPlans, ...accountsPlans])
  const publisher = { poke: () => undefined }
  const ledger = await startLedger({ client, db, zone: 'UTC', laneName: uuidv7(), logger: silentLogger, publisher })
  const deps = createDeps({ client, db, ledger: around(ledger), publisher, ...(now ? { now } : {}) })
  await ensureSuperadmin(deps, testPassword)
  const keys = await makeTestKeys()
  const verifyToken = keys.verifierFor(audience)
  const app = createServiceApp({ logger: silentLogger, verifyToken })
  createAccountsApp(app, verifyToken, deps, { signupAllowed })
  const gatewayToken = await keys.signerOf('gateway')

  async function send(method: string, url: string, token: string, { body, headers }: CallInput): Promise<Answer> {
    const response = await app.request(url, {
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

  async function login(username: string, password = testPassword, ipAddress = '10.0.0.1'): Promise<Answer> {
    const { method, path } = accountsInternal.openSession
    const body = { username, password, ipAddress, userAgent: 'vitest' }
    return send(method, `/internal${path}`, await gatewayToken(audience), { body })
  }

  /** Signs in and answers who then acts. */
  async function actorOf(username: string, password = testPassword, ipAddress = '10.0.0.1'): Promise<Actor> {
    const { status, body } = await login(username, password, ipAddress)
    if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
    const { _id, role } = body.user as { _id: string; role: Role }
    return { accountId: _id, username, role, sessionId: body.sessionId, ipAddress }
  }

  const superadmin = await actorOf('superadmin')
  return {
    ...{ app, db, client, deps, keys, ledger, superadmin, call, login, actorOf, gatewayToken },
    internal: async (line: string, body?: unknown) => {
      const [method = '', path = ''] = line.split(' ')
      return send(method, `/internal${path}`, await gatewayToken(audience), body === undefined ? {} : { body })
    },
    /** The books agree: entries, balances and totals. */
    booksFaults: async () => (await checkBooks(client, db)).faults,
    events: async (type: string) =>
      (await db.collection<{ _id: string; type: string; data: AnswerBody }>('outbox').find({ type }).toArray()).map(
        row => row.data,
      ),
    async close() {
      await ledger.stop()
      await db.dropDatabase()
      await mongo.close()
    },
  }
}
