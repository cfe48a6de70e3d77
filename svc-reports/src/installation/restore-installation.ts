import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { readArchive } from '../backups/read-archive'
import type { InstallationClient } from './installation-client'
import { InstallationManifest, placeOf } from './installation-manifest'

export type RestoredInstallation = { createdAt: string; rows: number }

/**
 * Puts a saved installation in the place of an empty one. The archive is checked as a whole before anything is touched;
 * from the moment that something is, the services rest until all of it is there: running it again begins anew.
 * @param options.checksum the archive's SHA-256, where it came with the file
 * @throws BrokenArchive; AppError CONFLICT where there is something to lose, or something is missing at the end
 */
export async function restoreInstallation(
  client: InstallationClient,
  { file, checksum }: { file: string; checksum?: string | undefined },
): Promise<RestoredInstallation> {
  const options = { manifest: InstallationManifest, ...(checksum && { checksum }) }
  const read = (take: Parameters<typeof readArchive>[2]) =>
    readArchive(createReadStream(file) as AsyncIterable<Buffer>, options, take)
  const { zone, collections, createdAt } = await read(async part => void placeOf(part))
  const here = await client.state('accounts')
  if (here.zone !== zone) throw new Error(`The business day is that of ${here.zone} here, and of ${zone} there.`)

  await rest(client, basename(file))
  for (const domain of domainNames) await client.clear(domain)
  let rows = 0
  await read(async (part, lines) => {
    const { domain, collection } = placeOf(part)
    await client.put(domain, collection, lines)
    rows += lines.length
  })
  for (const domain of domainNames) await client.finish(domain, collections[domain])
  await client.work()
  await client.level('work')
  return { createdAt, rows }
}

/** A refusal of one service sends those back to work that had agreed; nothing was touched by then. */
async function rest(client: InstallationClient, archive: string) {
  try {
    await client.rest('restoring', archive)
    await client.level('restoring')
  } catch (error) {
    await client.work().catch(() => undefined)
    throw error
  }
}
