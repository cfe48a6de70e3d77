import { createWriteStream } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { domainNames } from '@cascade/contracts'
import type { BackupPart } from '../backups/backup-parts'
import { writeArchive } from '../backups/write-archive'
import { type CollectionRows, installationFormat, partOf } from './installation-manifest'
import type { InstallationStore } from './installation-store'

/** The checksum of an archive stands beside it. */
export const checksumFileOf = (file: string) => `${file}.sha256`

type Options = { file: string; zone: string; now?: Date }

/** Writes everything that the services store to a file, which is there whole or not at all, and its checksum beside it. */
export async function saveInstallation(store: InstallationStore, options: Options) {
  const { file } = options
  const unfinished = `${file}.part`
  try {
    const saved = await write(store, { ...options, file: unfinished })
    await writeFile(checksumFileOf(file), `${saved.checksum}\n`, { mode: 0o600 })
    await rename(unfinished, file)
    return { file, ...saved }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function write(store: InstallationStore, { file, zone, now = new Date() }: Options) {
  const collections: Record<string, CollectionRows[]> = {}
  const parts: BackupPart[] = []
  for (const domain of domainNames) {
    const own = await store.collections(domain)
    collections[domain] = own
    for (const { name, rows } of own.filter(each => each.rows > 0)) {
      parts.push({ name: partOf(domain, name), pages: () => pagesOf(store.lines(domain, name), rows, name) })
    }
  }
  const head = { format: installationFormat, createdAt: now.toISOString(), zone, collections }
  const { checksum, rows } = await writeArchive(head, parts, { to: createWriteStream(file, { mode: 0o600 }) })
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
  return { rows, checksum }
}

const pageRows = 500
const pageChars = 1024 * 1024

/** Lines in pages of a bounded size. @throws Error when there are not as many as were counted */
async function* pagesOf(lines: AsyncIterable<string>, expected: number, name: string): AsyncGenerator<string[]> {
  let page: string[] = []
  let chars = 0
  let found = 0
  for await (const line of lines) {
    if (page.length > 0 && (page.length === pageRows || chars + line.length > pageChars)) {
      yield page
      page = []
      chars = 0
    }
    page.push(line)
    chars += line.length
    found++
  }
  if (found !== expected) throw new Error(`Of ${name} ${found} rows came, ${expected} were counted.`)
  if (page.length > 0) yield page
}
