import { createUserSettings } from './user'

type RunWatch = { isWatched: boolean }

const read = (stored: unknown): RunWatch | undefined => {
  const { isWatched } = (stored ?? {}) as Partial<RunWatch>
  return typeof isWatched === 'boolean' ? { isWatched } : undefined
}

/** Whether the top bar shows the newest run: from its start until the user has seen its end. */
export const useRunWatch = createUserSettings<RunWatch>('cascade-runs', { isWatched: false }, read)
