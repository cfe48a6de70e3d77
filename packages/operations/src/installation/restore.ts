import { basename } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { readArchive } from '@cascade/service-kit/archive'
import { InstallationManifest, parsePartName } from './manifest'
import type { InstallationStore } from './store'

/** An archive, which is read more than once. */
export type Archive = {
  name: string
  bytes: () => AsyncIterable<Buffer>
  checksum: string
}

type TargetInstallation = {
  zone: string
  /** The key that this installation signs records of draws with. */
  recordKey: { kid: string; x: string }
  /** What its chains of day seeds begin with. */
  anchors: readonly { kid: string; anchor: string }[]
}

/**
 * Puts a saved installation in the place of an empty one. Everything is proved before anything is touched: that nothing
 * is lost, that the archive is whole, that zone and keys are those it was made with. From then on no service starts
 * here until all of it is there: running it again begins anew.
 * @throws BrokenArchive; Error with a sentence for the operator
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
  if (manifest.zone !== zone)
    throw new Error(`The business day is that of ${zone} here, and of ${manifest.zone} there.`)
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

/** Removes what is there, and puts in its place what an archive holds; until `finish` no service starts there. */
export async function loadInstallation(store: InstallationStore, archive: Archive): Promise<{ rows: number }> {
  for (const domain of domainNames) await store.beginRestore(domain, basename(archive.name))
  let rows = 0
  const manifest = await readLines(archive, async (part, lines) => {
    const { domain, collection } = parsePartName(part)
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
