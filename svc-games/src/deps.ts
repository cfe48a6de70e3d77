import { createKeyStore, type ServiceContext } from '@cascade/service-kit'
import { createDescriptionStore } from './games/descriptions/description-store'
import { newGameCode } from './games/game'
import { createGameStore } from './games/game-store'
import { createImageStore } from './images/image-store'
import { createPercentageStore } from './percentages/percentage-store'
import { createAdminReplica } from './replicas/admins'
import { createBusyGames } from './replicas/busy-games'
import { createTimeStore } from './times/time-store'

export const createDeps = ({ db, core }: Pick<ServiceContext, 'db' | 'core'>) => ({
  ...core,
  newGameCode,
  times: createTimeStore(db),
  games: createGameStore(db),
  gameKeys: createKeyStore<{ gameId: string }>(db, 'game_keys'),
  percentageKeys: createKeyStore<{ adminId: string }>(db, 'game_keys'),
  descriptions: createDescriptionStore(db),
  images: createImageStore(db),
  percentages: createPercentageStore(db),
  admins: createAdminReplica(db),
  busyGames: createBusyGames(db),
})
export type GamesDeps = ReturnType<typeof createDeps>
