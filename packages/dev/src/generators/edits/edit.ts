/** A change of one file that is there; `path` is relative to the repository. */
export type Edit = { path: string; change: (text: string) => string }

/** A change of a file that holds JSON. */
export const jsonEdit = <T>(path: string, change: (value: T) => T): Edit => ({
  path,
  change: text => `${JSON.stringify(change(JSON.parse(text) as T), null, 2)}\n`,
})
