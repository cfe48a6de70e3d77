import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { freePort } from '../ports'
import { externalServer, type Log, type RunningServer, runServer } from '../server'
import { aptNats } from './apt-nats'
import { goNats } from './go-nats'
import { installedNats } from './installed-nats'
import { pipNats } from './pip-nats'
import type { NatsProvider } from './provider'
import { releaseNats } from './release-nats'

/** Tried in this order, the quick ones first; the first that can serve does. */
const providers: readonly NatsProvider[] = [installedNats, releaseNats, pipNats, goNats, aptNats]

export type NatsOptions = {
  /** Folder of the JetStream store. */
  dataDir: string
  port?: number
  /** A server that already runs, used as is. Defaults to `NATS_URL`. */
  url?: string
  log?: Log
  /** A configuration file, with the variables that it reads; the server is then always one of our own. */
  config?: { file: string; env: Readonly<Record<string, string>> }
}

/** Provisions and starts a NATS server with JetStream. Throws one sentence that says what to do when none can be had. */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const { config } = options
  const url = config ? undefined : (options.url ?? process.env.NATS_URL)
  if (url) {
    const { hostname, port } = new URL(url)
    await greeting(hostname, Number(port || 4222), 5_000).catch(() => {
      throw new Error(
        `No NATS server answers at NATS_URL (${hostname}:${port || 4222}). Start it or unset the variable.`,
      )
    })
    return externalServer('NATS at NATS_URL', url)
  }
  const log = options.log ?? (() => undefined)
  const binary = await findNats(log)
  const port = options.port ?? (await freePort())
  await mkdir(options.dataDir, { recursive: true })
  const server = await runServer({
    name: `nats-server (${binary})`,
    uri: `nats://127.0.0.1:${port}`,
    port,
    command: binary,
    args: [
      ...(config ? ['-c', config.file, '-m', String(await freePort())] : ['-js']),
      ...['-sd', options.dataDir, '-a', '127.0.0.1', '-p', String(port)],
    ],
    env: config && { ...process.env, ...config.env },
    probe: () => greeting('127.0.0.1', port, 1_000),
    readyTimeoutMs: 30_000,
  })
  log(`Messages: ${server.name}`)
  return server
}

async function findNats(log: Log): Promise<string> {
  const reasons: string[] = []
  for (const provide of providers) {
    const found = await provide(log)
    if (typeof found !== 'string') return found.binary
    reasons.push(found)
  }
  throw new Error(
    `No NATS server can be started here: ${reasons.join('; ')}. ` +
      'Install nats-server, set NATS_URL to a server that runs, or run everything with `docker compose up`.',
  )
}

/** A NATS server speaks first: its `INFO` line shows that it is one and that it is up. */
function greeting(host: string, port: number, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const fail = () => {
      socket.destroy()
      reject(new Error('no answer'))
    }
    socket.once('error', fail)
    socket.once('timeout', fail)
    socket.once('data', data => {
      socket.destroy()
      if (data.toString().startsWith('INFO')) resolve()
      else reject(new Error('not a NATS server'))
    })
  })
}
