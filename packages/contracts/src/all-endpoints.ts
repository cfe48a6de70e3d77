import { accountsEndpoints } from './accounts'
import type { AnyEndpoint } from './endpoint'
import { gamesEndpoints } from './games'
import { gatewayEndpoints } from './gateway'
import { liveEndpoints } from './live'
import { reportsEndpoints } from './reports'

/** Every public call of the suite: the gateway's role table, the OpenAPI document and the security suite read it. */
export const allEndpoints: readonly AnyEndpoint[] = [
  ...accountsEndpoints,
  ...gamesEndpoints,
  ...liveEndpoints,
  ...reportsEndpoints,
  ...gatewayEndpoints,
]
