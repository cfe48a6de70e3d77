import { addressVariableOf, type DomainName, variablesOf } from '@cascade/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { Actor } from '../identity/tokens'
import { mongoEnv, parseEnv, processEnv } from '../process/env'
import type { ServiceEnv } from '../process/service'
import type { makeTestKeys } from './index'

export type TestKeys = Awaited<ReturnType<typeof makeTestKeys>>

/** A short name that no other test file has, for databases and NATS subjects. */
export const makeNamespace = (prefix: string) => `${prefix}-${uuidv7().slice(-12)}`

/**
 * The environment of one service in a test, read by the same schema as in production.
 * @param ports where each domain listens; a domain that is not named is unreachable.
 */
export function makeServiceEnv(options: {
  domain: DomainName
  ports: Partial<Record<DomainName, number>>
  keys: TestKeys
  mongodbUri: string
  natsUrl: string
  namespace: string
  zone?: string
}): ServiceEnv {
  const { domain, ports, keys, mongodbUri, natsUrl, namespace, zone = 'UTC' } = options
  const url = (name: DomainName) => `http://127.0.0.1:${ports[name] ?? 9}`
  return parseEnv(
    { ...processEnv, ...mongoEnv },
    {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PORT: String(ports[domain]),
      NATS_URL: natsUrl,
      MONGODB_URI: mongodbUri,
      MONGODB_DB: `${namespace}-${domain}`,
      BUSINESS_ZONE: zone,
      CASCADE_NAMESPACE: namespace,
      CASCADE_PRIVATE_JWK: JSON.stringify(keys.privateKeyOf(`svc-${domain}`)),
      CASCADE_JWKS: JSON.stringify(keys.jwks),
      ...variablesOf(addressVariableOf, url),
    },
  )
}

export type TestAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/**
 * Calls a service as the gateway does: `call(actor, 'GET /games/all')`; paths are those below `/api`.
 * @param given further headers, e.g. `if-match`
 */
export function makeTestApi(keys: TestKeys, domain: DomainName, port: number) {
  return async (
    actor: Actor,
    line: string,
    body?: unknown,
    given: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const [method = '', path = ''] = line.split(' ')
    const { authorization, ...json } = await keys.headersFor(`svc-${domain}`, actor)
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization, ...(isForm ? {} : json), ...given },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const { status, headers } = response
    return { status, headers, body: (await response.json()) as Record<string, unknown> }
  }
}

/** Waits until `check` answers something true. @throws Error after 20 s, with the last failure. */
export async function eventually<T>(check: () => Promise<T | undefined | false>, timeoutMs = 20_000): Promise<T> {
  const deadline = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const value = await check()
      if (value) return value
    } catch (error) {
      last = error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('It did not happen in time.', { cause: last })
}
