import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { BackupPart } from './backup-parts'

export const backupFormat = 'cascade.backup.v1'
/** Last in the archive: what must be in it. */
export const manifestName = 'manifest.json'

/** What an archive says of itself. */
export type ArchiveHead = { format: string; createdAt: string }

/** Files in their order, with the SHA-256 of each. */
export type ArchiveFile = { name: string; part: string; rows: number; sha256: string }

const pieceBytes = 512 * 1024

type Target = {
  /** Takes the archive piece by piece. */
  write: (bytes: Buffer) => Promise<void>
  /** Told after each file. */
  progress: (rows: number) => Promise<void>
}

/**
 * Writes a gzipped tar: of each part a file for every page of rows, and the manifest at the end. However large the
 * data set is, one page is in memory.
 * @returns the archive's own SHA-256
 */
export async function writeArchive(
  head: ArchiveHead & Record<string, unknown>,
  parts: readonly BackupPart[],
  target: Target,
): Promise<{ checksum: string; rows: number }> {
  const tar = pack()
  const gzip = createGzip()
  const checksum = createHash('sha256')
  const written = collect(tar.pipe(gzip), async piece => {
    checksum.update(piece)
    await target.write(piece)
  })
  const stop = () => {
    tar.destroy()
    gzip.destroy()
  }
  // Whoever waits for the end hears of a fault; until then it is nobody's unhandled one.
  written.catch(stop)
  const manifest = { ...head, files: [] as ArchiveFile[] }
  // Called back when there is room again: what is read never runs ahead of what is written.
  const entry = (name: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mtime: new Date(head.createdAt) }, text, error => (error ? reject(error) : resolve()))
    })
  const add = (name: string, text: string) => Promise.race([entry(name, text), written])
  let rows = 0
  try {
    for (const { name: part, pages } of parts) {
      let index = 0
      for await (const lines of pages()) {
        const text = `${lines.join('\n')}\n`
        const name = `${part}/${String(++index).padStart(6, '0')}.ndjson`
        manifest.files.push({ name, part, rows: lines.length, sha256: createHash('sha256').update(text).digest('hex') })
        await add(name, text)
        rows += lines.length
        await target.progress(rows)
      }
    }
    await add(manifestName, JSON.stringify(manifest, undefined, 2))
    tar.finalize()
    await written
  } catch (error) {
    stop()
    throw error
  }
  return { checksum: checksum.digest('hex'), rows }
}

/** Hands on a stream in pieces of one size. */
async function collect(stream: AsyncIterable<Buffer>, write: (piece: Buffer) => Promise<void>) {
  let held: Buffer[] = []
  let size = 0
  for await (const bytes of stream) {
    held.push(bytes)
    size += bytes.length
    if (size < pieceBytes) continue
    await write(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) await write(Buffer.concat(held))
}
