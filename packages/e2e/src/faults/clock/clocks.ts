import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const looks = 100
const lookMs = 50

export type Clocks = ReturnType<typeof createClocks>

/**
 * The clocks of a suite's processes, each of which can be set by itself.
 * @param folder an empty one, for their files
 */
export function createClocks(folder: string) {
  const ports = new Map<string, number>()
  const preload = new URL('./stepped-clock.mjs', import.meta.url).href

  return {
    env: { NODE_OPTIONS: `--import ${preload}`, CLOCK_FOLDER: folder },
    onProcess: (name: string, port: number) => void ports.set(name, port),

    /**
     * Lets the clock of a process go wrong by so much, or right again with 0.
     * @returns whether the process has taken it over: one that is stopped does so once it goes on
     */
    async step(name: string, offsetMs: number): Promise<boolean> {
      const file = join(folder, String(ports.get(name)))
      await writeFile(file, String(offsetMs))
      for (let left = looks; left > 0; left--) {
        const taken = await readFile(`${file}.taken`, 'utf8').catch(() => '')
        if (taken === String(offsetMs)) return true
        await new Promise(resolve => setTimeout(resolve, lookMs))
      }
      return false
    },
  }
}
