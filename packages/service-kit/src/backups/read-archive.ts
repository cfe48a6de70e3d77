import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { type ArchiveFile, manifestName } from './write-archive'

const Files = z.object({
  files: z.array(z.object({ name: z.string(), part: z.string(), rows: z.number().int(), sha256: z.string() })),
})

/** Far above a page of 500 rows. */
const fileBytesMax = 64 * 1024 * 1024
const fileName = /^([\w.-]+)\/\d{6,}\.ndjson$/

export class BrokenArchiveError extends Error {}

/**
 * Reads an archive and passes on the lines of each file. Nothing is trustworthy until this resolves.
 * @param options.checksum of the whole archive, if known; the manifest has one per file
 * @throws BrokenArchiveError on a wrong checksum, or on missing or additional files
 */
export async function readArchive<M extends z.ZodType>(
  bytes: AsyncIterable<Buffer>,
  { manifest: head, checksum }: { manifest: M; checksum?: string },
  take: (part: string, lines: string[]) => Promise<void>,
): Promise<z.output<M>> {
  const found: ArchiveFile[] = []
  let manifest: { head: z.output<M>; files: ArchiveFile[] } | undefined
  const whole = createHash('sha256')
  try {
    const tar = extract()
    // Pipeline errors surface in the loop below.
    pipeline(Readable.from(hashBytes(bytes, whole)), createGunzip(), tar, () => undefined)
    for await (const entry of tar) {
      const text = await readText(entry as AsyncIterable<Buffer>)
      const { name } = entry.header
      if (name === manifestName) {
        const json: unknown = JSON.parse(text)
        manifest = { head: head.parse(json), files: Files.parse(json).files }
        continue
      }
      const part = fileName.exec(name)?.[1]
      if (!part) throw new BrokenArchiveError(`Unexpected file ${name}.`)
      const lines = text.split('\n').filter(line => line !== '')
      found.push({ name, part, rows: lines.length, sha256: createHash('sha256').update(text).digest('hex') })
      await take(part, lines)
    }
  } catch (error) {
    throw error instanceof BrokenArchiveError
      ? error
      : new BrokenArchiveError('The archive cannot be read.', { cause: error })
  }
  if (checksum !== undefined && whole.digest('hex') !== checksum)
    throw new BrokenArchiveError('The checksum of the archive differs.')
  if (!manifest) throw new BrokenArchiveError('The manifest is missing.')
  if (JSON.stringify(found) !== JSON.stringify(manifest.files.map(toArchiveFile))) {
    throw new BrokenArchiveError('The files differ from the manifest.')
  }
  return manifest.head
}

const toArchiveFile = ({ name, part, rows, sha256 }: ArchiveFile) => ({ name, part, rows, sha256 })

async function* hashBytes(bytes: AsyncIterable<Buffer>, hash: { update: (bytes: Buffer) => unknown }) {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

async function readText(entry: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of entry) {
    size += piece.length
    if (size > fileBytesMax) throw new BrokenArchiveError('A file is too large.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
