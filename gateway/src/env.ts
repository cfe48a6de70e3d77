import { type DomainName, domainNames, mapDomains, remoteVariableOf } from '@cascade/contracts'
import { remotesMax } from '@cascade/contracts/gateway'
import { jsonText, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  )
const flag = z.enum(['true', 'false']).transform(text => text === 'true')
const origin = z.url().refine(isOrigin, 'must be an origin: scheme, host and port only')
const limit = (requests: number) => z.coerce.number().int().min(1).default(requests)
const ownIds: ReadonlySet<string> = new Set<DomainName>(domainNames)
const Remotes = z
  .array(
    z.strictObject({
      id: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,39}$/)
        .refine(id => !ownIds.has(id), 'is a remote of the suite'),
      address: z.url({ protocol: /^https?$/ }),
      /** Public key of its team. */
      key: z
        .looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/) })
        .refine(key => !('d' in key), 'is a private key'),
    }),
  )
  .max(remotesMax)
  .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'names a remote twice')

const shape = {
  ...processEnv,
  SHELL_ROOT: z.string().min(1),
  /** For each remote the folder of its build, or the URL that serves it. */
  ...mapDomains(remoteVariableOf, () => z.string().optional()),
  /** Remotes of other teams: `[{ id, address, key }]`. */
  REMOTES: z.string().default('[]').pipe(jsonText(Remotes)),
  /** Served over TLS: `__Host-` cookie and HSTS. By default in production only. */
  COOKIE_SECURE: flag.optional(),
  /** Origin that browsers use, for a proxy that does not forward their `Host`. */
  PUBLIC_ORIGIN: origin.optional(),
  /** Other origins that may call the API from a browser, e.g. `https://play.example.com`. */
  ALLOWED_ORIGINS: list.pipe(z.array(origin)),
  /** Addresses or networks whose `X-Forwarded-For` is trusted, e.g. `10.0.0.0/8`. */
  TRUSTED_PROXIES: list,
  /** Whom to tell about vulnerabilities, e.g. `mailto:security@example.com`. */
  SECURITY_CONTACT: z.url({ protocol: /^(?:https|mailto|tel)$/ }).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  RATE_SESSION_PER_SECOND: limit(300),
  RATE_ADDRESS_PER_SECOND: limit(600),
  RATE_LOGIN_PER_MINUTE: limit(30),
  RATE_PUBLIC_PER_MINUTE: limit(20),
  RATE_PUBLIC_READS_PER_SECOND: limit(20),
  RATE_ACTIVITY_PER_SECOND: limit(1),
  /** Calls in flight. The largest screen, the tree, starts 21 at once over HTTP/2. */
  RATE_IN_FLIGHT_PER_SESSION: limit(24),
  RATE_IN_FLIGHT_PER_ACCOUNT: limit(48),
  /** Wrong passwords of a network before it is throttled; one is forgiven each minute. */
  RATE_WRONG_PER_NETWORK: limit(20),
  /** Wrong passwords of all networks per minute; beyond it, each network has three free attempts. */
  RATE_WRONG_PER_MINUTE: limit(300),
  /** As for svc-reports, to remind superadmins of heads that stay on the machine of the log. */
  LOG_HEADS: z.string().optional(),
  /** The API reference, for developers. By default off in production. */
  DOCS: z.enum(['on', 'off']).optional(),
}

export const settingNames = Object.keys(shape).filter(name => !(name in processEnv))

export type GatewayEnv = ReturnType<typeof readEnv>

export function readEnv(source?: NodeJS.ProcessEnv) {
  const env = parseEnv(shape, source)
  const remotes = domainNames.flatMap(name => {
    const location = env[remoteVariableOf(name)]
    return location ? [{ name, location }] : []
  })
  const isProduction = env.NODE_ENV === 'production'
  const plain = env.REMOTES.find(({ address }) => isProduction && !address.startsWith('https:'))
  if (plain) throw new Error(`REMOTES: in production the address of ${plain.id} must begin with https:.`)
  const secure = env.COOKIE_SECURE ?? (isProduction || env.TLS_CERT_FILE !== undefined)
  const DOCS = env.DOCS ?? (isProduction ? 'off' : 'on')
  return { ...env, remotes, isProduction, secure, DOCS }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
