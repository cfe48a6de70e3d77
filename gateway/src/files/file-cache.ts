import { readFile } from 'node:fs/promises'

type Kept = { size: number; mtimeMs: number; content: Uint8Array<ArrayBuffer> }
export type FileCache = ReturnType<typeof createFileCache>

const limitBytes = 64 * 1024 * 1024
/** One large file shall not push all the others out. */
const largestBytes = 8 * 1024 * 1024

/** Contents of files that were asked for lately, up to 64 MB; a file that has changed is read again. */
export function createFileCache() {
  const kept = new Map<string, Kept>()
  let heldBytes = 0

  function drop(path: string) {
    heldBytes -= kept.get(path)?.size ?? 0
    kept.delete(path)
  }

  return {
    /** @param stats of the file as it is now */
    async read(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<Uint8Array<ArrayBuffer>> {
      const before = kept.get(path)
      drop(path)
      const isCurrent = before && before.size === size && before.mtimeMs === mtimeMs
      const content = isCurrent ? before.content : new Uint8Array(await readFile(path))
      if (content.length !== size || size > largestBytes) return content
      // Set anew, so that what was not asked for longest stands first. Somebody else may have read it meanwhile.
      drop(path)
      kept.set(path, { size, mtimeMs, content })
      heldBytes += size
      for (const oldest of kept.keys()) {
        if (heldBytes <= limitBytes) break
        drop(oldest)
      }
      return content
    },
    heldBytes: () => heldBytes,
  }
}
