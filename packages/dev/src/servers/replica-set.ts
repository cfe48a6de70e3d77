import { once } from 'node:events'
import type { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { guard, release } from '../processes/child'
import { primaryOf } from '../testing/primary'
import { findMongod, loadLibrary } from './mongo-programs'
import { externalServer, type Log, type RunningServer } from './server'

export type ReplicaSet = RunningServer & {
  /** SIGKILL of the member that is primary now; it stays down, the other two elect one of them. */
  killPrimary(): Promise<void>
}

const members = 3
/** As in production (docker-compose.yml), and with fail points. */
const parameters = [
  'enableTestCommands=1',
  'transactionLifetimeLimitSeconds=30',
  'minSnapshotHistoryWindowInSeconds=3600',
]

/**
 * Starts three real mongods as a replica set, with temporary data.
 * @returns the reason if no mongod is available
 */
export async function startReplicaSet(log: Log): Promise<ReplicaSet | string> {
  const { binary, reason = 'there is none' } = await findMongod(log)
  if (binary === undefined) return reason
  const { MongoMemoryReplSet } = await loadLibrary()
  const set = await MongoMemoryReplSet.create({
    binary: { systemBinary: binary },
    replSet: {
      name: 'cascade',
      count: members,
      ip: '127.0.0.1',
      storageEngine: 'wiredTiger',
      args: ['--wiredTigerCacheSizeGB=0.5', ...parameters.map(parameter => `--setParameter=${parameter}`)],
      spawn: { detached: true },
    },
  })
  const pids = processesOf(set).flatMap(({ pid }) => pid ?? [])
  for (const pid of pids) guard(pid)
  return {
    ...externalServer('MongoDB as a replica set', set.getUri()),
    async stop() {
      // A killed member cannot be stopped.
      await set.stop({ doCleanup: true, force: true }).catch(() => undefined)
      for (const pid of pids) release(pid)
    },
    async killPrimary() {
      const { port } = new URL(await primaryOf(set.getUri()))
      const primary = processesOf(set).find(each => each.port === Number(port))
      if (!primary) throw new Error(`No member listens on port ${port}.`)
      const ended = once(primary.child, 'exit')
      primary.child.kill('SIGKILL')
      await ended
    },
  }
}

function processesOf(set: MongoMemoryReplSet) {
  return set.servers.flatMap(({ instanceInfo }) => {
    const child = instanceInfo?.instance.mongodProcess
    return child ? [{ child, pid: child.pid, port: instanceInfo.port }] : []
  })
}
