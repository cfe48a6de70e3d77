import { hostname } from 'node:os'
import { addressVariableOf, domainNames, externalFeeds, mapDomains } from '@cascade/contracts'
import { z } from 'zod'

/** A variable that holds JSON of this shape. */
export const jsonText = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)

const Jwk = z.looseObject({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string() })

const KeySet = z.object({ keys: z.array(Jwk) })

const reservedIds: ReadonlySet<string> = new Set(['gateway', ...domainNames])

/** A service of another team. Its signing key is `external.<id>`, optionally with a dot and a name. */
const ExternalService = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/)
      .refine(id => !reservedIds.has(id), 'is the name of a part of the suite'),
    /** The gateway forwards the calls of its `openapi.json`; without it, it only reads events. */
    url: z.url().optional(),
    /** Public Ed25519 key; needed to read feeds. */
    key: Jwk.optional(),
    /** Feeds of events that the key opens. */
    feeds: z.array(z.enum(externalFeeds)).default([]),
  })
  .refine(({ id, key }) => !key || new RegExp(`^external\\.${id}(\\.|$)`).test(key.kid), {
    path: ['key', 'kid'],
    message: 'is not external.<id>',
  })
  .refine(({ key = {} }) => !('d' in key), { path: ['key'], message: 'is a private key' })
  .refine(({ key, feeds }) => key || feeds.length === 0, { path: ['key'], message: 'is needed to read feeds' })
export type ExternalService = z.infer<typeof ExternalService>

const ExternalServices = z
  .array(ExternalService)
  .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'names a service twice')

/**
 * Variables of a service of another team. It adds `mongoEnv`, the addresses of the services whose feeds it reads (e.g.
 * `ACCOUNTS_URL`) and its own.
 */
export const consumerEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535),
  /** Certificate chain and key in PEM: listens with TLS. Restart after a renewal. */
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  INSTANCE_URL: z.url().optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BUSINESS_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('Asia/Kolkata'),
  /** Servers of one cluster are separated by commas. */
  NATS_URL: z.string(),
  /** Collector of OpenTelemetry traces, e.g. `http://collector:4318`; without it tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Prefix of every NATS subject and of the stream, so that several installations can share one server. */
  CASCADE_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .default('cascade'),
  CASCADE_PRIVATE_JWK: jsonText(Jwk.extend({ d: z.string() })),
  CASCADE_JWKS: z.string().default('{"keys":[]}').pipe(jsonText(KeySet)),
  /** Services of other teams: `[{ id, url, key, feeds }]`. */
  SERVICES: z.string().default('[]').pipe(jsonText(ExternalServices)),
}

/** Variables of every process of ours. Services add `mongoEnv` and their own. */
export const processEnv = {
  ...consumerEnv,
  CASCADE_JWKS: jsonText(KeySet),
  ...mapDomains(addressVariableOf, () => z.url()),
}

export const mongoEnv = {
  MONGODB_URI: z.string(),
  MONGODB_DB: z.string().regex(/^[A-Za-z0-9_-]+$/),
}

type Trust = { CASCADE_JWKS: { keys: z.infer<typeof Jwk>[] }; SERVICES: readonly ExternalService[] }

/** Public keys whose service tokens a process accepts; those of other teams with the feeds that they open. */
export const trustedKeys = ({ CASCADE_JWKS, SERVICES }: Trust) => ({
  keys: [...CASCADE_JWKS.keys, ...SERVICES.flatMap(({ key, feeds }) => (key ? [{ ...key, feeds }] : []))],
})

const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

type Listening = { INSTANCE_URL?: string | undefined; TLS_CERT_FILE?: string | undefined; HOST: string; PORT: number }

/** URL at which other instances reach this one: `INSTANCE_URL`, else the address it listens on. */
export function instanceUrlOf(env: Listening): string {
  const host = anyAddress.has(env.HOST) ? hostname() : env.HOST
  return env.INSTANCE_URL ?? `${env.TLS_CERT_FILE ? 'https' : 'http'}://${host}:${env.PORT}`
}

/**
 * Reads a process's environment. Empty variables count as unset, because Compose cannot omit one.
 * @throws Error that lists all problems, one per line
 * @example
 * const env = parseEnv({ ...processEnv, ...mongoEnv, ACCOUNTS_URL: z.url() })
 */
export function parseEnv<S extends z.ZodRawShape>(shape: S, source: NodeJS.ProcessEnv = process.env) {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = z.object(shape).safeParse(nonEmpty)
  if (result.success) return result.data
  const problems = result.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete:\n${problems.join('\n')}`)
}

/** `Intl.supportedValuesOf` lacks aliases such as Asia/Kolkata. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
