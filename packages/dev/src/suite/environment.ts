import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { addressVariableOf, remoteVariableOf } from '@cascade/contracts'
import { z } from 'zod'
import { packageFolder, processNames } from '../build/packages'
import { domains, remoteNameOf, serviceNameOf } from '../domains'
import type { DrawKeys, FactorKeys, Keys } from './keys'

type Ports = Record<string, { http: number; metrics: number }>

export type SuitePlan = {
  ports: Ports
  keys: Keys
  drawKeys: DrawKeys
  factorKeys: FactorKeys
  /** Path of the day seeds, separate from all other secrets. */
  daySeedsFile: string
  /** Folder for signed heads of the log. */
  logHeads: string
  mongodbUri: string
  natsUrl: string
  /** Prefix of NATS subjects and the stream, and of databases unless it is the default. */
  namespace: string
  superadminPassword: string
  production: boolean
  /** Port at which browsers open the suite. */
  publicPort: number
  /** Listening address of the gateway; services listen on loopback. */
  host: string
  logLevel: string
  /** Overrides for every process. */
  overrides: Record<string, string>
}

export const defaultNamespace = 'cascade'
export const businessZone = process.env.BUSINESS_ZONE ?? 'Asia/Kolkata'

/** Environment of one process, without private keys and secrets of others. @throws Error for an unknown process */
export function environmentOf(processName: string, plan: SuitePlan): NodeJS.ProcessEnv {
  const ports = plan.ports[processName]
  if (!ports) throw new Error(`${processName} is not a process of the suite.`)
  return {
    ...inherited(),
    NODE_OPTIONS: nodeOptionsOf(processName),
    NODE_ENV: plan.production ? 'production' : 'development',
    LOG_LEVEL: plan.logLevel,
    HOST: processName === 'gateway' ? plan.host : '127.0.0.1',
    PORT: String(ports.http),
    METRICS_PORT: String(ports.metrics),
    NATS_URL: plan.natsUrl,
    CASCADE_NAMESPACE: plan.namespace,
    CASCADE_PRIVATE_JWK: JSON.stringify(plan.keys.privateJwks[processName]),
    CASCADE_JWKS: JSON.stringify(plan.keys.jwks),
    BUSINESS_ZONE: businessZone,
    ...serviceAddresses(plan.ports),
    ...(processName === 'gateway' ? gatewayOnly(plan) : serviceOnly(processName, plan)),
    ...plan.overrides,
  }
}

/**
 * Semi-space size in MiB, as in Dockerfile and docker-compose.yml. 4 instead of V8's 16 saves 20 MB per idle process.
 * svc-accounts under load and svc-reports catching up keep 16: with 4, short-lived objects are promoted too early, which
 * costs a sixth of their time.
 */
const youngMiB = (processName: string) => (['svc-accounts', 'svc-reports'].includes(processName) ? 16 : 4)
const nodeOptionsOf = (processName: string) =>
  [`--max-semi-space-size=${youngMiB(processName)}`, process.env.NODE_OPTIONS].filter(Boolean).join(' ')

function serviceOnly(processName: string, plan: SuitePlan): Record<string, string> {
  const name = processName.replace('svc-', '')
  const database = plan.namespace === defaultNamespace ? name : `${plan.namespace}_${name}`
  const own = { MONGODB_URI: plan.mongodbUri, MONGODB_DB: database }
  return { ...own, ...secretsOf(processName, plan) }
}

function secretsOf(
  processName: string,
  { superadminPassword, drawKeys, factorKeys, daySeedsFile, logHeads, publicPort }: SuitePlan,
): Record<string, string> {
  if (processName === 'svc-accounts') {
    return {
      SUPERADMIN_PASSWORD: superadminPassword,
      ACCOUNTS_FACTOR_KEYS: JSON.stringify(factorKeys),
      // Browsers allow passkeys without TLS at this host only.
      PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || `http://localhost:${publicPort}`,
      ...(process.env.SMTP_URL && { SMTP_URL: process.env.SMTP_URL, MAIL_FROM: process.env.MAIL_FROM ?? '' }),
    }
  }
  if (processName === 'svc-reports') return { LOG_HEADS: logHeads }
  if (processName !== 'svc-live') return {}
  return {
    LIVE_DAY_SEEDS_FILE: daySeedsFile,
    LIVE_RECORD_JWK: JSON.stringify(drawKeys.record),
  }
}

function gatewayOnly(plan: SuitePlan): Record<string, string> {
  const remotes = domains.map(domain => {
    const name = remoteVariableOf(domain.name)
    return [name, resolveLocation(process.env[name]) ?? join(packageFolder(remoteNameOf(domain)), 'dist')]
  })
  return {
    ...Object.fromEntries(remotes),
    SHELL_ROOT: join(packageFolder('shell'), 'dist'),
    // Browsers drop Secure cookies set over plain http; production runs behind TLS.
    COOKIE_SECURE: process.env.COOKIE_SECURE ?? String(plan.production),
  }
}

/** Resolves folders against the working directory of the start, not of the gateway; URLs are unchanged. */
const resolveLocation = (value: string | undefined) =>
  value === undefined || value === '' || URL.canParse(value) ? value || undefined : resolve(value)

function serviceAddresses(ports: Ports): Record<string, string> {
  return Object.fromEntries(
    domains.map(domain => [
      addressVariableOf(domain.name),
      `http://127.0.0.1:${ports[serviceNameOf(domain)]?.http ?? domain.servicePort}`,
    ]),
  )
}

/** Our environment without npm's variables and without secrets of single processes. */
function inherited(): NodeJS.ProcessEnv {
  const secret = new Set([
    'SUPERADMIN_PASSWORD',
    'ACCOUNTS_FACTOR_KEYS',
    'CASCADE_PRIVATE_JWK',
    'MONGODB_URI',
    'LIVE_DAY_SEEDS_FILE',
    'LIVE_RECORD_JWK',
  ])
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm|BACKUPS?)_/.test(name) && !secret.has(name)),
  )
}

/** Assigns two of the free ports to each process. @throws Error if there are too few */
export function assignPorts(free: readonly number[]): Ports {
  const pool = [...free]
  const take = () => {
    const port = pool.shift()
    if (port === undefined) throw new Error('Too few free ports.')
    return port
  }
  return Object.fromEntries(processNames.map(processName => [processName, { http: take(), metrics: take() }]))
}

/** The plan with the gateway at another address. */
export function withGatewayAt(plan: SuitePlan, port: number, host: string): SuitePlan {
  const gateway = { metrics: plan.ports.gateway?.metrics ?? 0, http: port }
  return { ...plan, host, ports: { ...plan.ports, gateway } }
}

const PortsFile = z.record(z.string(), z.object({ http: z.number(), metrics: z.number() }))
const fileIn = (dataDir: string) => join(dataDir, 'ports.json')

/** Stores the ports of a suite for later commands. */
export const writePorts = (dataDir: string, ports: Ports): Promise<void> =>
  writeFile(fileIn(dataDir), `${JSON.stringify(ports, null, 2)}\n`)

/** @throws Error if no suite has run on this folder */
export async function readPorts(dataDir: string): Promise<Ports> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`No suite has run on ${dataDir}. Start it first: npm start`)
  return PortsFile.parse(JSON.parse(text))
}
