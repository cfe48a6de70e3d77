import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'

export type RemoteLoader = {
  register: (remotes: readonly RegisteredRemote[]) => void
  /** `attempt` increases with every Retry; a new attempt must not wait for a hanging one. */
  load: (id: string, attempt: number) => Promise<RemoteModule>
  preload: (id: string) => void
}
