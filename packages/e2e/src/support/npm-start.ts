import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { repository } from './tree-copy'

export type Start = { output(): string; hasEnded(): boolean; stop(): Promise<void> }

type Options = {
  dataDir: string
  port: number
  /** Another tree than this one. */
  root?: string
  /** Another Node than this one. */
  node?: string
  seed?: 'none'
}

/** `npm start` without npm, as a user gets it, but without the days of history. */
export function npmStart({ dataDir, port, root = repository, node = process.execPath, seed }: Options): Start {
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    PORT: String(port),
    CASCADE_DATA_DIR: dataDir,
    NODE_ENV: 'development',
    CASCADE_HISTORY: '0',
    ...(seed ? { CASCADE_SEED: seed } : {}),
  }
  const program = join(root, 'packages', 'dev-stack', 'bin', 'start.mjs')
  const child = spawn(node, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    output: () => output,
    hasEnded,
    async stop() {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
