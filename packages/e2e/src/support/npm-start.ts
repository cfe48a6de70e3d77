import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { repository } from './tree-copy'

export type Start = { output(): string; hasEnded(): boolean; stop(): Promise<void> }

type Options = {
  dataDir: string
  port: number
  /** Source tree; default: this one. */
  root?: string
  /** Node.js binary; default: the current one. */
  node?: string
  seed?: 'none'
}

/** Equivalent of `npm start`, without the demo history. */
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
  const program = join(root, 'packages', 'dev', 'bin', 'script.mjs')
  const child = spawn(node, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
