import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'

/** How the shell loads remotes; tests use their own. */
export type RemoteLoader = {
  /** Registers the remotes of `/remotes.json`. */
  register: (remotes: readonly RegisteredRemote[]) => void
  /** `attempt` increases with every Retry; a new attempt must not wait for a hanging one. */
  load: (id: string, attempt: number) => Promise<RemoteModule>
  /** Preloads what a click is likely to need; failures appear on the click. */
  preload: (id: string) => void
}
