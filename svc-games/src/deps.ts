import type { ServiceParts } from '@cascade/service-kit'
import { createGameStore } from './games/game-store'
import { createTimeStore } from './times/time-store'

/** Everything that a verb of this service may use. */
export const createDeps = ({ db, core }: Pick<ServiceParts, 'db' | 'core'>) => ({
  ...core,
  times: createTimeStore(db),
  games: createGameStore(db),
})
export type GamesDeps = ReturnType<typeof createDeps>
