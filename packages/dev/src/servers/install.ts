import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runToEnd } from '../processes/child'

/** Cache of server programs, shared by all checkouts of this user. */
export function cacheFolder(...parts: string[]): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cascade', ...parts)
}

/** Folders of language toolchains that are often missing from the PATH of services and CI jobs. */
const otherFolders = [join(homedir(), '.cargo', 'bin'), '/usr/local/go/bin', '/usr/local/bin', '/usr/sbin']

/** Path of a program on the PATH or in `otherFolders`; undefined if there is none. */
export async function findTool(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...otherFolders]) {
    const file = join(folder, name)
    if (await isExecutable(file)) return file
  }
  return undefined
}

export async function hasPrograms(...names: string[]): Promise<boolean> {
  const paths = await Promise.all(names.map(findTool))
  return !paths.includes(undefined)
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

export type InstallStep = {
  label: string
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  timeoutMs: number
  log: (line: string) => void
}

/**
 * Runs an installer, with a progress line at its start, every 15 s and at its end.
 * @returns the reason of a failure in one sentence, or undefined
 */
export async function install(step: InstallStep): Promise<string | undefined> {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  step.log(`${step.label} …`)
  const ticker = setInterval(() => step.log(`${step.label} … ${seconds()} s`), 15_000)
  const result = await runToEnd(
    { command: step.command, args: step.args, env: { ...process.env, ...step.env } },
    step.timeoutMs,
  )
  clearInterval(ticker)
  if (result.code === 0) {
    step.log(`${step.label}: done in ${seconds()} s`)
    return undefined
  }
  return `${step.label} failed: ${result.error ?? lastSentence(result.tail) ?? `exit code ${result.code}`}`
}

function lastSentence(tail: string): string | undefined {
  const lines = tail.split('\n').filter(line => line.trim())
  return (lines.find(line => /^error|error:/i.test(line)) ?? lines.at(-1))?.trim().slice(0, 200)
}
