import { once } from 'node:events'
import { unzipSync } from 'fflate'
import { list } from 'tar'

export type ArchiveKind = 'tar.gz' | 'zip'

/**
 * Reads one file of an archive in memory: nothing of it is written anywhere.
 * @throws Error when the archive is damaged or has no such file
 */
export async function fileOfArchive(kind: ArchiveKind, content: Buffer, path: string): Promise<Uint8Array> {
  const file = kind === 'zip' ? fileOfZip(content, path) : await fileOfTar(content, path)
  if (!file) throw new Error(`there is no ${path} in it`)
  return file
}

function fileOfZip(content: Buffer, path: string): Uint8Array | undefined {
  return unzipSync(content, { filter: ({ name }) => name === path })[path]
}

async function fileOfTar(content: Buffer, path: string): Promise<Uint8Array | undefined> {
  let file: Promise<Uint8Array> | undefined
  const reader = list({
    strict: true,
    filter: name => name === path,
    onReadEntry: entry => {
      if (entry.type === 'File') file = entry.concat()
    },
  })
  const ended = once(reader, 'end')
  reader.end(content)
  await ended
  return file
}
