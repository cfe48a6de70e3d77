/** What a person should read of a failure: its sentence, not its stack. */
export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
