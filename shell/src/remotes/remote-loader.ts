import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'

/** How the shell gets at remotes; tests give their own. */
export type RemoteLoader = {
  /** Makes the remotes of `/remotes.json` known. */
  register: (remotes: readonly RegisteredRemote[]) => void
  /** `attempt` grows with every Retry; a repeated load must not wait for the hung one. */
  load: (id: string, attempt: number) => Promise<RemoteModule>
  /** Fetches ahead what a click is likely to need; failures show at the click. */
  preload: (id: string) => void
}
