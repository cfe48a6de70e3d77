import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { type DomainName, domainNames } from '@cascade/contracts'
import type { ArchivePart } from '@cascade/service-kit/archive'
import { writeArchive } from '@cascade/service-kit/archive'
import { type CollectionRows, definitionsName, installationFormat, partNameOf } from './manifest'
import type { InstallationStore, Reader } from './store'

export const checksumFileOf = (file: string) => `${file}.sha256`

type Options = { file: string; zone: string; now?: Date }

/** Writes all databases to a file, atomically, and its checksum next to it. */
export async function saveInstallation(store: InstallationStore, { file, ...options }: Options) {
  const unfinished = `${file}.part`
  try {
    const to = createWriteStream(unfinished, { mode: 0o600 })
    const saved = await writeInstallation(store, to, options)
    const handle = await open(unfinished, 'r+')
    await handle.sync()
    await handle.close()
    await writeFile(checksumFileOf(file), `${saved.checksum}\n`, { mode: 0o600 })
    await rename(unfinished, file)
    return { file, ...saved }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Independent of the order of rows: equal content has an equal digest. */
export type Content = { rows: number; digest: string }

export type Saved = { rows: number; checksum: string; contents: ReadonlyMap<string, Content> }

/** Writes all databases as an archive. @returns its SHA-256 and the content of each collection */
export async function writeInstallation(
  reader: Reader,
  to: Writable,
  { zone, now = new Date() }: { zone: string; now?: Date },
): Promise<Saved> {
  const collections: Record<string, CollectionRows[]> = {}
  const parts: ArchivePart[] = []
  const contents = new Map<string, Content>()
  for (const domain of domainNames) {
    const definitions = await reader.definitions(domain)
    if (definitions.length > 0)
      parts.push({ name: partNameOf(domain, definitionsName), pages: () => toPages(definitions) })
  }
  for (const domain of domainNames) {
    const own = await reader.collections(domain)
    collections[domain] = own
    for (const { name, rows } of own.filter(each => each.rows > 0)) {
      parts.push({ name: partNameOf(domain, name), pages: () => readPages(domain, name, rows) })
    }
  }
  const head = { format: installationFormat, createdAt: now.toISOString(), zone, collections }
  const { checksum } = await writeArchive(head, parts, { to })
  const rows = [...contents.values()].reduce((sum, content) => sum + content.rows, 0)
  return { rows, checksum, contents }

  async function* readPages(domain: DomainName, name: string, expected: number): AsyncGenerator<string[]> {
    const content = createContentDigest()
    for await (const page of toPages(reader.lines(domain, name))) {
      for (const line of page) content.add(line)
      yield page
    }
    const found = content.end()
    if (found.rows !== expected) throw new Error(`${name}: read ${found.rows} rows, counted ${expected}.`)
    contents.set(partNameOf(domain, name), found)
  }
}

export function createContentDigest() {
  let rows = 0
  let sum = 0n
  return {
    add(line: string) {
      rows++
      sum += createHash('sha256').update(line).digest().readBigUInt64BE()
    },
    end: (): Content => ({ rows, digest: BigInt.asUintN(64, sum).toString(16) }),
  }
}

const pageRowsMax = 500
const pageCharsMax = 1024 * 1024

async function* toPages(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  let page: string[] = []
  let chars = 0
  for await (const line of lines) {
    if (page.length > 0 && (page.length === pageRowsMax || chars + line.length > pageCharsMax)) {
      yield page
      page = []
      chars = 0
    }
    page.push(line)
    chars += line.length
  }
  if (page.length > 0) yield page
}
