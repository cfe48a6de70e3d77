import type { RouteObject } from 'react-router-dom'

/** What a remote exposes as `./remote`, and all that crosses the border. */
export type RemoteModule = {
  /** Equal to the `id` of its `remote.json`. */
  id: string
  /** Relative to `/{role}/`, e.g. `player` and `player/create`. */
  routes: RouteObject[]
}
