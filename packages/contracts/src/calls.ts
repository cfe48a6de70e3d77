import { accountsEndpoints } from './accounts'
import { accountsCallExamples } from './accounts/call-examples'
import type { AnyEndpoint } from './endpoint'
import { type CallExample, type CallExamples, examplesOf } from './example'
import { gameApi, gameExamples } from './games/game-calls'
import { percentageApi, percentageExamples } from './games/percentages'
import { timeApi, timeExamples } from './games/times'
import { gatewayEndpoints } from './gateway'
import { gatewayCallExamples } from './gateway/examples'
import { liveEndpoints } from './live'
import { liveCallExamples } from './live/call-examples'
import { playCallExamples } from './live/play/examples'
import { reportsEndpoints } from './reports'
import { reportsCallExamples } from './reports/examples'

/** The calls of each thing with what they show. A static path stands before a parameter that would swallow it. */
const things = [
  [timeApi, timeExamples],
  [gameApi, gameExamples],
  [percentageApi, percentageExamples],
] as const

/** Every public call of the suite: the gateway's role table, the OpenAPI document and the security suite read it. */
export const allEndpoints: readonly AnyEndpoint[] = [
  ...accountsEndpoints,
  ...things.flatMap(([api]) => Object.values(api)),
  ...liveEndpoints,
  ...reportsEndpoints,
  ...gatewayEndpoints,
]

/** One request and answer of every call, for the OpenAPI document and for tests; screens do not carry them along. */
export const allExamples: CallExamples = {
  ...accountsCallExamples,
  ...Object.assign({}, ...things.map(([api, examples]) => examplesOf(api, examples()))),
  ...liveCallExamples,
  ...playCallExamples,
  ...reportsCallExamples,
  ...gatewayCallExamples,
}

/** What the contracts show of one call. */
export const exampleOf = <E extends AnyEndpoint>({ id }: E) => allExamples[id] as CallExample<E>
