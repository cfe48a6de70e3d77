import { spawn, spawnSync } from 'node:child_process'

/** @throws Error with the output of the program */
export function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${(stderr + stdout).trim().slice(-2_000)}`)
  return stdout
}

export const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

export function runInBackground(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
