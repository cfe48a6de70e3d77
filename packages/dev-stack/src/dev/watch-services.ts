import { watch } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stampOf } from '../build/build-rooms'
import { type Child, startChild } from '../processes/child'
import { roomFolder } from '../rooms'
import type { Log } from '../servers/server'

const settleMs = 200
const firstBuildMs = 120_000

export type Watched = { stop(): Promise<void> }

/**
 * Bundles rooms again whenever their sources change. Resolves after the first bundle of each;
 * afterwards `onChange` is called with the room whose bundle is new.
 */
export async function watchServices(
  rooms: readonly string[],
  log: Log,
  onChange: (room: string) => void,
): Promise<Watched> {
  const watched = await Promise.all(rooms.map(room => watchService(room, log, onChange)))
  return {
    async stop() {
      await Promise.all(watched.map(each => each.stop()))
    },
  }
}

async function watchService(room: string, log: Log, onChange: (room: string) => void): Promise<Watched> {
  const dist = join(roomFolder(room), 'dist')
  const bundle = join(dist, 'main.js')
  await mkdir(dist, { recursive: true })
  // What the watcher leaves is no longer what the stamp says, so the next plain start builds again.
  await rm(stampOf(room), { force: true })
  const before = await changedAt(bundle)
  const bundler = startChild({
    command: 'npm',
    args: ['run', 'build', '--silent', '--', '--watch'],
    cwd: roomFolder(room),
    onLine: line => log(`${room.padEnd(12)} ${line}`),
  })
  await firstBundle(room, bundler, async () => (await changedAt(bundle)) > before)

  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dist, (_event, file) => {
    if (file !== 'main.js') return
    clearTimeout(timer)
    timer = setTimeout(() => onChange(room), settleMs)
  })
  return {
    async stop() {
      clearTimeout(timer)
      watcher.close()
      await bundler.stopGroup()
    },
  }
}

async function firstBundle(room: string, bundler: Child, isThere: () => Promise<boolean>) {
  const deadline = Date.now() + firstBuildMs
  while (!(await isThere())) {
    if (!bundler.running()) throw new Error(`Building ${room} failed.\n${bundler.tail()}`)
    if (Date.now() > deadline) throw new Error(`Building ${room} took too long.\n${bundler.tail()}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await new Promise(resolve => setTimeout(resolve, settleMs))
}

async function changedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
