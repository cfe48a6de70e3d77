import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../processes/child'
import { builtRooms, repository, roomFolder } from '../rooms'
import type { Log } from '../servers/server'
import { contentHash } from './content-hash'

const atOnce = 2
const timeoutMs = 5 * 60_000

export type BuildOptions = {
  /** Rooms to build, by default all. */
  rooms?: readonly string[]
  log?: Log
}

/** Builds the rooms whose content has changed since their last build. Throws the first failure with what it printed. */
export async function buildRooms({ rooms = builtRooms, log = () => undefined }: BuildOptions = {}) {
  const shared = (await readFile(join(repository, 'package-lock.json'), 'utf8')) + process.versions.node
  const changed: { room: string; hash: string }[] = []
  const read = new Map<string, string>()
  for (const room of rooms) {
    const hash = await contentHash(repository, room, shared, read)
    if ((await readFile(stampOf(room), 'utf8').catch(() => '')) !== hash) changed.push({ room, hash })
  }
  if (changed.length === 0) return
  log(`Building ${changed.map(({ room }) => room).join(', ')} …`)
  const started = Date.now()
  const queue = [...changed]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await build(next.room, next.hash)
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  log(`Built ${changed.length} rooms in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

async function build(room: string, hash: string) {
  const result = await runToEnd(
    {
      command: 'npm',
      args: ['run', 'build', '--silent'],
      cwd: roomFolder(room),
      env: { ...process.env, NODE_ENV: 'production' },
    },
    timeoutMs,
  )
  if (result.code !== 0) throw new Error(`Building ${room} failed. ${result.error ?? ''}\n${result.tail}`)
  await mkdir(join(roomFolder(room), 'dist'), { recursive: true })
  await writeFile(stampOf(room), hash)
}

/** Where a room's last build notes what it was made of: inside `dist`, so that what cleans it takes the note away. */
export function stampOf(room: string) {
  return join(roomFolder(room), 'dist', '.cascade-build')
}
