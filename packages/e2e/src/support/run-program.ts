import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Environment variables of this test run that would affect a nested one. */
const ofThisRun = /^(VITEST|npm_)|^(NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/

/** Runs a program in a folder, outside of this test run. @returns its exit code and output */
export async function runProgram(
  cwd: string,
  command: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}
