import fc from 'fast-check'

/** `FC_RUNS=2000` runs more cases; `FC_SEED` and `FC_PATH` replay a printed failure. */
const { FC_RUNS, FC_SEED, FC_PATH } = process.env

type Options<Op> = { operation: fc.Arbitrary<Op>; minLength?: number; maxLength: number; runs: number }

/**
 * Searches for a sequence of operations that breaks a rule. A failure prints the seed and the shortest sequence found, one
 * operation per line.
 * @param describeSteps one line per operation of a sequence, with its outcome
 */
export async function holdsForAll<Op>(
  { operation, minLength = 0, maxLength, runs }: Options<Op>,
  rule: (operations: readonly Op[]) => void | Promise<void>,
  describeSteps: (operations: readonly Op[]) => readonly string[] = operations =>
    operations.map(one => JSON.stringify(one)),
): Promise<void> {
  const sequences = fc.asyncProperty(fc.array(operation, { minLength, maxLength }), async operations => {
    await rule(operations)
  })
  const found = await fc.check(sequences, {
    numRuns: Number(FC_RUNS ?? runs),
    ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
    ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
  })
  if (!found.failed) return
  const [shortest = []] = found.counterexample ?? []
  const lines = describeSteps(shortest).map((line, index) => `${String(index + 1).padStart(4)}. ${line}`)
  const repeat = `FC_SEED=${found.seed} FC_PATH=${found.counterexamplePath}`
  throw new Error(`Broken by this sequence (${repeat}):\n${lines.join('\n')}\n${String(found.errorInstance)}`, {
    cause: found.errorInstance,
  })
}
