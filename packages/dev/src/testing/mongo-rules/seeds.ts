import { planFaults } from './schedule'

/** Seeds of a run: those of `npm test`, as many as the variable says, or one with `CASCADE_RULES_SEED`. */
const count = Number(process.env.CASCADE_RULES_SEEDS ?? 20)
const only = process.env.CASCADE_RULES_SEED

export const ruleSeeds: readonly number[] =
  only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

type Plan = Omit<Parameters<typeof planFaults>[1], 'electionMs'>

/** The faults of a seed; the election of every twentieth is longer than the driver looks for a primary. */
export function scheduleOf(seed: number, plan: Plan) {
  const longMs = count > 20 ? 12_000 : 4_000
  return planFaults(seed, { ...plan, electionMs: seed % 20 === 0 ? longMs : 100 + (seed % 7) * 100 })
}
