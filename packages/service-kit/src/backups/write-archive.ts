import { createHash } from 'node:crypto'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** Pages of one part of a data set, one row per line. */
export type ArchivePart = { name: string; pages: () => AsyncGenerator<string[]> }

export const manifestName = 'manifest.json'

export type ArchiveHead = { format: string; createdAt: string }

/** Files in order, with the SHA-256 of each. */
export type ArchiveFile = { name: string; part: string; rows: number; sha256: string }

/**
 * Writes a gzipped tar: one file per page of each part, then the manifest. Only one page is in memory at a time.
 * @param options.progress called after each file with the totals so far
 * @returns the SHA-256 of the archive
 */
export async function writeArchive(
  head: ArchiveHead & Record<string, unknown>,
  parts: readonly ArchivePart[],
  { to, progress }: { to: Writable; progress?: (written: { rows: number; bytes: number }) => Promise<void> },
): Promise<{ checksum: string; rows: number; bytes: number }> {
  const tar = pack()
  const checksum = createHash('sha256')
  let bytes = 0
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      checksum.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  const written = pipeline(tar, createGzip(), counter, to)
  // The final `await` reports errors; this only avoids an unhandled rejection before it.
  written.catch(() => undefined)
  const manifest = { ...head, files: [] as ArchiveFile[] }
  // Resolves when the stream has room again, which applies backpressure to the reader.
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
        await progress?.({ rows, bytes })
      }
    }
    await add(manifestName, JSON.stringify(manifest, undefined, 2))
    tar.finalize()
    await written
  } catch (error) {
    tar.destroy()
    throw error
  }
  return { checksum: checksum.digest('hex'), rows, bytes }
}
