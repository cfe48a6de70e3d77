import { readOptions, usage } from './simulator/options'
import { simulate } from './simulator/simulate'

/** Runs the command until Ctrl-C or the end of `--seconds`. @returns the exit code */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const stopSignal = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopSignal.abort())
  try {
    if (argv.includes('--help')) {
      say(usage)
      return 0
    }
    const isEqual = await simulate(readOptions(argv, env), stopSignal.signal, say)
    return isEqual ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
