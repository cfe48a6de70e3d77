import { createRandom, planFaults } from './schedule'
import { startMongoRules } from './server'

/** Seeds of a run: those of `npm test`, as many as the variable says, or one with `CASCADE_RULES_SEED`. */
const count = Number(process.env.CASCADE_RULES_SEEDS ?? 20)
const only = process.env.CASCADE_RULES_SEED

export const ruleSeeds: readonly number[] =
  only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

/** A line with the seeds of a file and how long after a new primary its work went on. */
export function describeRecoveries(name: string, recoveriesMs: readonly number[]): string {
  const sorted = [...recoveriesMs].sort((a, b) => a - b)
  const [median = 0, longest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
  const seeds = `seeds ${ruleSeeds[0]} to ${ruleSeeds.at(-1)}`
  return `  ${name}: ${seeds}; works ${median.toFixed(0)} ms after a new primary, at most ${longest.toFixed(0)} ms\n`
}

type Plan = Omit<Parameters<typeof planFaults>[1], 'electionMs'> & { small?: readonly string[] }

/**
 * A server of rules with the faults of a seed, which begin with `begin`. The election of every twentieth is longer than
 * the driver looks for a primary.
 */
export async function startSeed(target: string, seed: number, { small = [], ...plan }: Plan) {
  const longMs = count > 20 ? 12_000 : 4_000
  const electionMs = seed % 20 === 0 ? longMs : 100 + (seed % 7) * 100
  const rules = await startMongoRules(target, { small })
  return {
    rules,
    random: createRandom(seed),
    begin: () => rules.follow(planFaults(seed, { ...plan, electionMs })),
  }
}
