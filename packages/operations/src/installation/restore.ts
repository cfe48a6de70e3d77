import { basename } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { readArchive } from '@cascade/service-kit/archive'
import { backupNameAt, timeOfBackup } from '../backups/backup-name'
import { definitionsName, InstallationManifest, parsePartName } from './manifest'
import type { InstallationStore } from './store'

export type Archive = {
  name: string
  bytes: () => AsyncIterable<Buffer>
  checksum: string
}

type TargetInstallation = {
  zone: string
  /** The key that signs draw records in this installation. */
  recordKey: { kid: string; x: string }
  /** The published anchors of its day seed chains. */
  anchors: readonly { kid: string; anchor: string }[]
}

/**
 * Restores a saved installation into an empty one. Checks everything before the first write: that the archive is
 * intact and as old as its name says, and that zone and keys match. From then on no service starts until the restore
 * has finished; run it again after a failure.
 * @throws BrokenArchiveError; Error with a sentence for the operator
 */
export async function restoreInstallation(
  store: InstallationStore,
  archive: Archive,
  { zone, recordKey, anchors }: TargetInstallation,
) {
  const published: { _id: string; key?: { x: string }; anchor?: string }[] = []
  const manifest = await readLines(archive, async (part, lines) => {
    const { domain, collection } = parsePartName(part)
    if (domain === 'live' && (collection === 'record_keys' || collection === 'seed_chains'))
      published.push(...lines.map(line => JSON.parse(line)))
  })
  const name = basename(archive.name)
  if (timeOfBackup(name) && name !== backupNameAt(new Date(manifest.createdAt)))
    throw new Error(`${name} has been renamed: it was made at ${manifest.createdAt}.`)
  if (manifest.zone !== zone) throw new Error(`BUSINESS_ZONE is ${zone} here, but ${manifest.zone} in the archive.`)
  const differs = published.some(
    ({ _id, key, anchor }) =>
      (key && _id === recordKey.kid && key.x !== recordKey.x) ||
      (anchor && anchors.some(own => own.kid === _id && own.anchor !== anchor)),
  )
  if (differs) throw new Error('LIVE_RECORD_JWK and LIVE_DAY_SEEDS_FILE are not those of the saved installation.')

  const { rows } = await loadInstallation(store, archive)
  for (const domain of domainNames) await store.finishRestore(domain)
  return { createdAt: manifest.createdAt, rows }
}

/** Replaces the content of all databases by that of an archive; no service starts there before `finishRestore`. */
export async function loadInstallation(store: InstallationStore, archive: Archive): Promise<{ rows: number }> {
  for (const domain of domainNames) await store.beginRestore(domain, basename(archive.name))
  let rows = 0
  const manifest = await readLines(archive, async (part, lines) => {
    const { domain, collection } = parsePartName(part)
    if (collection === definitionsName) return store.defineCollections(domain, lines)
    await store.insertRows(domain, collection, lines)
    rows += lines.length
  })
  for (const domain of domainNames) {
    const found = new Map((await store.collections(domain)).map(each => [each.name, each.rows]))
    const wrong = manifest.collections[domain].filter(({ name, rows: expected }) => (found.get(name) ?? 0) !== expected)
    if (wrong.length > 0) throw new Error(`Rows are missing in ${wrong.map(({ name }) => name).join(', ')}.`)
  }
  return { rows }
}

const readLines = ({ bytes, checksum }: Archive, take: Parameters<typeof readArchive>[2]) =>
  readArchive(bytes(), { manifest: InstallationManifest, checksum }, take)
