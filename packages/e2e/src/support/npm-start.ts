import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repository } from './tree-copy'

export type Start = { output(): string; stop(): Promise<void> }

/** `npm start` without npm, as its user gets it, but for the days that have been. `root` is another tree than this one. */
export function npmStart(options: { dataDir: string; port: number; root?: string; seed?: 'none' }): Start {
  const { dataDir, port, root = repository, seed } = options
  const env = {
    ...process.env,
    PORT: String(port),
    CASCADE_DATA_DIR: dataDir,
    NODE_ENV: 'development',
    CASCADE_HISTORY: '0',
    ...(seed ? { CASCADE_SEED: seed } : {}),
  }
  const program = join(root, 'packages', 'dev-stack', 'bin', 'start.mjs')
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
