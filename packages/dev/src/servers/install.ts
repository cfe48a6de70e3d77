import { findTool } from '../../bin/tools.mjs'
import { runToEnd } from '../processes/child'

export async function hasPrograms(...names: string[]): Promise<boolean> {
  const paths = await Promise.all(names.map(findTool))
  return !paths.includes(undefined)
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
