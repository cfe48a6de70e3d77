import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Machine } from '../processes/machine'
import { type MongoEngine, type MongoPlace, type MongoProgram, mongoPrograms, pingMongo } from './mongo-programs'
import { freePort, isPortFree } from './ports'
import { externalServer, type Log, type RunningServer } from './server'

const inMemory = ':memory:'

export type MongoOptions = {
  /** Data folder, or `:memory:` for temporary data that is removed at its stop. */
  dataDir: string
  port?: number
  /** A running server to use. Defaults to `MONGODB_URI`. */
  uri?: string
  log?: Log
  machine?: Machine
}

/** Provisions and starts a MongoDB server. @throws Error with instructions if none is available */
export async function startMongo(options: MongoOptions): Promise<RunningServer> {
  const uri = options.uri ?? process.env.MONGODB_URI
  if (uri) {
    await pingMongo(uri, 5_000).catch(() => {
      throw new Error(
        `No MongoDB server answers at MONGODB_URI (${withoutPassword(uri)}). Start it or unset the variable.`,
      )
    })
    return externalServer('MongoDB at MONGODB_URI', uri)
  }
  const log = options.log ?? (() => undefined)
  if (options.dataDir === inMemory) return startInMemory(log, options.port)
  const previous = await readServedBy(options.dataDir)
  const program = await findMongo(log, options.machine ? 'secantusd-rs' : previous?.engine)
  // The replica set configuration contains the port, so reuse the previous one of this data folder.
  const previousPort = previous && (await isPortFree(previous.port)) ? previous.port : undefined
  const port = options.port ?? previousPort ?? (await freePort())
  await writeServedBy(options.dataDir, { engine: program.engine, port })
  const { machine } = options
  return launch(program, { dataDir: join(options.dataDir, program.engine), port, machine }, log)
}

async function startInMemory(log: Log, port?: number): Promise<RunningServer> {
  const program = await findMongo(log)
  const dataDir = await mkdtemp(join(tmpdir(), 'cascade-mongodb-'))
  const server = await launch(program, { dataDir, port: port ?? (await freePort()) }, log)
  const end = server.stop
  server.stop = async () => {
    await end()
    await rm(dataDir, { recursive: true, force: true })
  }
  return server
}

async function launch(program: MongoProgram, place: MongoPlace, log: Log): Promise<RunningServer> {
  const server = await program.launch(place)
  log(`Database: ${program.name}`)
  return server
}

async function findMongo(log: Log, engine?: MongoEngine): Promise<MongoProgram> {
  const reasons: string[] = []
  for (const entry of mongoPrograms) {
    if (engine && entry.engine !== engine) continue
    const found = await entry.find(log)
    if (typeof found !== 'string') return found
    reasons.push(found)
  }
  const data = engine ? ` The data folder was written by ${engine} and only it can read it (or remove the folder).` : ''
  throw new Error(
    `No MongoDB server can be started here: ${reasons.join('; ')}.${data} ` +
      'Set MONGODB_URI to a server that runs, or run everything with `docker compose up`.',
  )
}

const servedBySchema = z.object({ engine: z.enum(['mongod', 'secantusd-rs']), port: z.number().int() })

async function readServedBy(dataDir: string) {
  const text = await readFile(join(dataDir, 'served-by.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : servedBySchema.parse(JSON.parse(text))
}

async function writeServedBy(dataDir: string, servedBy: z.infer<typeof servedBySchema>) {
  await mkdir(join(dataDir, servedBy.engine), { recursive: true })
  await writeFile(join(dataDir, 'served-by.json'), `${JSON.stringify(servedBy)}\n`)
}

function withoutPassword(uri: string) {
  return uri.replace(/\/\/[^@/]*@/, '//')
}
