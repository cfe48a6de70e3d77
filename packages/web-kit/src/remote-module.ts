import type { RouteObject } from 'react-router-dom'

/** What a remote exposes as `./remote`, and all that crosses the border. */
export type RemoteModule = {
  /** Equal to the `id` of its `remote.json`. */
  id: string
  /** Relative to `/{role}/`, e.g. `player` and `player/create`. */
  routes: RouteObject[]
  /** Relative to `/public/`, for whoever is not signed in; their first segments are the `publicPaths` of `remote.json`. */
  publicRoutes?: RouteObject[]
}
