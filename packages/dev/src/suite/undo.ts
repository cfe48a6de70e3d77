export type Undo = {
  /** Adds a cleanup step; after `run` it is executed at once. */
  push(step: () => Promise<unknown>): void
  /** Executes all steps, last first; failures are ignored. */
  run(): Promise<void>
}

/** Cleanup stack that also works if the stop comes while parts are still starting. */
export function createUndo(): Undo {
  const steps: (() => Promise<unknown>)[] = []
  const execute = (step: () => Promise<unknown>) => step().catch(() => undefined)
  let ended = false
  return {
    push(step) {
      if (ended) void execute(step)
      else steps.push(step)
    },
    async run() {
      ended = true
      for (let step = steps.pop(); step; step = steps.pop()) await execute(step)
    },
  }
}
