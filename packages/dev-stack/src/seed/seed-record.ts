import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

type SeedState = 'none' | 'begun' | 'complete'

/**
 * How far the demo tree has come, kept beside the data: an interrupted seed must be completed, while a tree that its
 * users have changed since must be left alone, and in the database both look alike.
 */
export type SeedRecord = {
  read(): Promise<SeedState>
  write(state: SeedState): Promise<void>
}

/** A record in a file of its own. What cannot be read counts as `none`. */
export function seedRecordIn(file: string): SeedRecord {
  return {
    async read() {
      const text = (await readFile(file, 'utf8').catch(() => '')).trim()
      return text === 'begun' || text === 'complete' ? text : 'none'
    },
    async write(state) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${state}\n`)
    },
  }
}
