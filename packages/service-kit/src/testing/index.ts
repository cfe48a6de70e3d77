import { type Caller, callers, externalFeeds, type Role } from '@cascade/contracts'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, createTokenSigner, createTokenVerifier } from '../auth/tokens'
import { createLogger } from '../telemetry/logger'
import type {} from './provided'

export const silentLogger = createLogger('test', 'silent')

/** A signed-in user, superadmin by default. */
export const makeActor = (overrides: Partial<Actor> & { role?: Role } = {}): Actor => ({
  accountId: uuidv7(),
  username: 'someone',
  role: 'superadmin',
  sessionId: uuidv7(),
  ipAddress: '127.0.0.1',
  ...overrides,
})

type KeyId = Caller | `${Caller}.${string}`

export async function makeTestKeys(kids: readonly KeyId[] = callers) {
  const publicKeys: JWK[] = []
  const privateKeys = new Map<KeyId, JWK>()
  for (const kid of kids) {
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const feeds = kid === 'external' && { feeds: externalFeeds }
    publicKeys.push(Object.assign(await exportJWK(pair.publicKey), { kid }, feeds))
    privateKeys.set(kid, { ...(await exportJWK(pair.privateKey)), kid })
  }
  const jwks = { keys: publicKeys }
  const privateKeyOf = (kid: KeyId) => privateKeys.get(kid) ?? {}
  const signerOf = (kid: KeyId) => createTokenSigner(privateKeyOf(kid))
  return {
    jwks,
    privateKeyOf,
    signerOf,
    verifierFor: (audience: string) => createTokenVerifier(jwks, audience),
    async headersFor(audience: string, actor: Actor) {
      const sign = await signerOf('gateway')
      return { authorization: `Bearer ${await sign(audience, actor)}`, 'content-type': 'application/json' }
    },
  }
}

export { firingAlerts, hasPrometheus } from '@cascade/dev/alerts'
export { makeCertificate, type TestCertificate } from '@cascade/dev/certificate'
export { canRule, describeRecoveries, ruleSeeds, startRules } from '@cascade/dev/mongo-rules'
export { freePort } from '@cascade/dev/ports'
export { primaryOf } from '@cascade/dev/primary'
export {
  type Interference,
  startCommandProxy,
  startTcpProxy,
  startTlsProxy,
  type TcpProxy,
} from '@cascade/dev/proxies'
export { maintainStreams } from '@cascade/dev/streams'
export { type Outcomes, startCallers } from './callers'
export { accountCreated, actorOf, makeAccount } from './make-account'
export { startTestProducer, type TestProducer } from './test-producer'
export {
  eventually,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  type ServiceWorld,
  startServiceWorld,
  type TestAnswer,
  type TestKeys,
} from './world'
