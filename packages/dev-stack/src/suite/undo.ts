export type Undo = {
  /** Remembers how to stop something that has just started. After `run` it is stopped at once. */
  push(step: () => Promise<unknown>): void
  /** Stops everything, last first. A step that fails does not keep the others from running. */
  run(): Promise<void>
}

/** What has to be stopped again, also when the stop comes while parts are still starting. */
export function createUndo(): Undo {
  const steps: (() => Promise<unknown>)[] = []
  const take = (step: () => Promise<unknown>) => step().catch(() => undefined)
  let ended = false
  return {
    push(step) {
      if (ended) void take(step)
      else steps.push(step)
    },
    async run() {
      ended = true
      for (let step = steps.pop(); step; step = steps.pop()) await take(step)
    },
  }
}
