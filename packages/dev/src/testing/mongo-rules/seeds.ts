import { createRandom, type Plan, planFaults } from './schedule'
import { startMongoRules } from './server'

const count = Number(process.env.CASCADE_RULES_SEEDS ?? 20)
const only = process.env.CASCADE_RULES_SEED

/** Seeds of a run: 20, or as many as `CASCADE_RULES_SEEDS` says, or the one of `CASCADE_RULES_SEED`. */
export const ruleSeeds: readonly number[] =
  only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

/** The server of rules supports only a single server without authentication. */
export const canRule = (uri: string): boolean => !/[,@]/.test(uri)

/** A line with the seeds of a file, and how long after a new primary its work went on. */
export function describeRecoveries(name: string, recoveriesMs: readonly number[]): string {
  const sorted = [...recoveriesMs].sort((a, b) => a - b)
  const [median = 0, longest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
  const seeds = `seeds ${ruleSeeds[0]} to ${ruleSeeds.at(-1)}`
  return `  ${name}: ${seeds}; works ${median.toFixed(0)} ms after a new primary, at most ${longest.toFixed(0)} ms\n`
}

/**
 * A server of rules; `begin` begins the faults of a seed and returns its random numbers. The election of every
 * twentieth seed is longer than the driver looks for a primary.
 */
export async function startRules(target: string, { small = [], ...plan }: Plan & { small?: readonly string[] }) {
  const rules = await startMongoRules(target, { small })
  function begin(seed: number) {
    const longMs = count > 20 ? 12_000 : 4_000
    rules.follow(planFaults(seed, seed % 20 === 0 ? longMs : 100 + (seed % 7) * 100, plan))
    return createRandom(seed)
  }
  return { rules, begin }
}
