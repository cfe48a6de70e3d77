import { parseArgs } from 'node:util'
import { z } from 'zod'

const Options = z.object({
  url: z.url().default('http://localhost:8080'),
  players: z.coerce.number().int().min(1).max(1_000).default(50),
  /** Bets per second of all players together. */
  rate: z.coerce.number().positive().max(5_000).default(20),
  /** Default: until stopped. */
  seconds: z.coerce.number().positive().optional(),
  /** A seed repeats the same bets. */
  seed: z.coerce
    .number()
    .int()
    .default(() => Math.floor(Math.random() * 2 ** 31)),
  /** Points of each player at the start and after each top-up. */
  credit: z.coerce.number().positive().max(1_000_000).default(5_000),
  operator: z.string().min(1).default('superadmin'),
  /** Username of the area manager below whom players are created. */
  below: z.string().min(1).default('areamanager2'),
  /** File with the players of earlier runs. */
  state: z.string().min(1).default('.data/simulator.json'),
  quiet: z.boolean().default(false),
})
export type Options = z.infer<typeof Options> & { password: string }

export const usage = `node packages/load/bin/simulate.mjs [--players 50] [--rate 20] [--seconds N] [--seed N]
                    [--credit 5000] [--url http://localhost:8080] [--operator superadmin]
                    [--below areamanager2] [--state FILE] [--quiet]
The operator's password is read from SIMULATE_PASSWORD.`

/** Parses the command line. @throws Error with one line per invalid option */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): Options {
  const text = { type: 'string' as const }
  const names = ['url', 'players', 'rate', 'seconds', 'seed', 'credit', 'operator', 'below', 'state'] as const
  const { values } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(names.map(name => [name, text])), quiet: { type: 'boolean' as const } },
  })
  const options = Options.safeParse(values)
  if (!options.success) {
    throw new Error(options.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'))
  }
  const password = env.SIMULATE_PASSWORD
  if (!password) throw new Error('SIMULATE_PASSWORD is missing: the password of the operator who makes the players.')
  return { ...options.data, password }
}
