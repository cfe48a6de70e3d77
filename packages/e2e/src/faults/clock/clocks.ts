import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pollsMax = 100
const pollMs = 50

export type Clocks = ReturnType<typeof createClocks>

/**
 * Adjustable clocks for the processes of a suite.
 * @param folder an empty folder for the clock files
 */
export function createClocks(folder: string) {
  const ports = new Map<string, number>()
  const preload = new URL('./stepped-clock.mjs', import.meta.url).href

  return {
    env: { NODE_OPTIONS: `--import ${preload}`, CLOCK_FOLDER: folder },
    onProcess: (name: string, port: number) => void ports.set(name, port),

    /**
     * Sets the clock offset of a process; 0 resets it.
     * @returns whether the process has applied it; a paused process applies it after it resumes
     */
    async step(name: string, offsetMs: number): Promise<boolean> {
      const file = join(folder, String(ports.get(name)))
      await writeFile(file, String(offsetMs))
      for (let left = pollsMax; left > 0; left--) {
        const taken = await readFile(`${file}.taken`, 'utf8').catch(() => '')
        if (taken === String(offsetMs)) return true
        await new Promise(resolve => setTimeout(resolve, pollMs))
      }
      return false
    },
  }
}
