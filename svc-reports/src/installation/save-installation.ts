import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { type CollectionRows, domainNames } from '@cascade/contracts'
import { startLoop } from '@cascade/service-kit'
import type { BackupPart } from '../backups/backup-parts'
import { writeArchive } from '../backups/write-archive'
import type { InstallationClient } from './installation-client'
import { installationFormat, partOf } from './installation-manifest'
import { pagesOf } from './pages-of'

const askAgainMs = 30_000

export type Saved = { file: string; rows: number; checksum: string }

/**
 * Writes everything that the services store to a file while they rest, and lets them go back to work, whatever happened.
 * The file is there whole or not at all.
 * @throws AppError CONFLICT where the installation is being saved or restored already
 */
export async function saveInstallation(
  client: InstallationClient,
  { file, logger, now = new Date() }: { file: string; logger: Parameters<typeof startLoop>[1]['logger']; now?: Date },
): Promise<Saved> {
  const unfinished = `${file}.part`
  try {
    await client.rest('saving', null)
    await client.level('saving')
    const asking = startLoop(
      async () => {
        await client.rest('saving', null)
        return undefined
      },
      { everyMs: askAgainMs, logger, name: 'saving' },
    )
    try {
      const saved = await write(client, unfinished, now)
      await rename(unfinished, file)
      return { file, ...saved }
    } finally {
      await asking.stop()
    }
  } finally {
    await rm(unfinished, { force: true })
    await client.work()
  }
}

async function write(client: InstallationClient, file: string, now: Date) {
  const collections: Record<string, CollectionRows[]> = {}
  const parts: BackupPart[] = []
  for (const domain of domainNames) {
    const own = await client.collections(domain)
    collections[domain] = own
    const filled = own.filter(({ rows }) => rows > 0)
    parts.push(
      ...filled.map(({ name, rows }) => ({
        name: partOf(domain, name),
        pages: () => pagesOf(client.lines(domain, name), rows, name),
      })),
    )
  }
  const { zone } = await client.state('accounts')
  const head = { format: installationFormat, createdAt: now.toISOString(), zone, collections }
  const stream = createWriteStream(file, { mode: 0o600 })
  const failed = once(stream, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => undefined)
  const { checksum, rows } = await writeArchive(head, parts, {
    async write(bytes) {
      if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), failed])
    },
    progress: async () => undefined,
  })
  await Promise.race([new Promise<void>(resolve => stream.end(resolve)), failed])
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
  return { rows, checksum }
}
