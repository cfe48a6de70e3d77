import { liveInternal } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { readOpenPlay } from './open-play'

export const playerRoutes: Routes<LiveDeps> = ({ serveInternal }, deps) => {
  serveInternal(liveInternal.openPlay, ({ body }) => readOpenPlay(deps, body))
}
