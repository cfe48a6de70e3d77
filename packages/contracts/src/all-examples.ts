import { accountsCallExamples } from './accounts/call-examples'
import type { CallExamples } from './call-example'
import { gamesCallExamples } from './games/examples'
import { gatewayCallExamples } from './gateway/examples'
import { liveCallExamples } from './live/call-examples'
import { playCallExamples } from './live/play/examples'
import { reportsCallExamples } from './reports/examples'

/** One request and answer of every call, for the OpenAPI document and for tests; screens do not carry them along. */
export const allExamples: CallExamples = {
  ...accountsCallExamples,
  ...gamesCallExamples,
  ...liveCallExamples,
  ...playCallExamples,
  ...reportsCallExamples,
  ...gatewayCallExamples,
}
