import { mkdir } from 'node:fs/promises'
import { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { guard, release } from '../../processes/watchdog'
import type { RunningServer } from '../server'
import type { MongoLauncher, MongoPlace } from './provider'

/** A mongod program as a replica set of one node, with its data in our folder. */
export function mongodLauncher(systemBinary: string, name: string): MongoLauncher {
  return { name, engine: 'mongod', launch: place => launch(systemBinary, name, place) }
}

async function launch(systemBinary: string, name: string, { dataDir, port }: MongoPlace): Promise<RunningServer> {
  await mkdir(dataDir, { recursive: true })
  const start = async () => {
    const started = await MongoMemoryReplSet.create({
      binary: { systemBinary },
      instanceOpts: [{ port, dbPath: dataDir, storageEngine: 'wiredTiger', launchTimeout: 60_000 }],
      replSet: { name: 'cascade', count: 1, ip: '127.0.0.1', storageEngine: 'wiredTiger', spawn: { detached: true } },
    })
    const pid = processOf(started)?.pid
    if (pid !== undefined) guard(pid)
    return started
  }
  let set: MongoMemoryReplSet | undefined = await start()
  const end = async (how: (running: MongoMemoryReplSet) => Promise<void>) => {
    const running = set
    if (!running) return
    set = undefined
    const pid = processOf(running)?.pid
    await how(running)
    if (pid !== undefined) release(pid)
  }
  return {
    name,
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=cascade&directConnection=true`,
    port,
    get pid() {
      return set && processOf(set)?.pid
    },
    async start() {
      set ??= await start()
    },
    stop: () =>
      end(async running => {
        await running.stop({ doCleanup: false })
      }),
    kill: () =>
      end(async running => {
        const child = processOf(running)
        const gone = new Promise(resolve => child?.once('exit', resolve))
        if (child?.kill('SIGKILL')) await gone
        await running.stop({ doCleanup: false }).catch(() => undefined)
      }),
  }
}

function processOf(set: MongoMemoryReplSet) {
  return set.servers[0]?.instanceInfo?.instance.mongodProcess
}
