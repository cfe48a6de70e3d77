import { accountsEndpoints } from './accounts'
import { accountsCallExamples } from './accounts/call-examples'
import type { AnyEndpoint } from './endpoint'
import { type CallExample, type CallExamples, examplesOf } from './example'
import { gameApi, gameExamples } from './games/game-calls'
import { percentageApi, percentageExamples } from './games/percentages'
import { timeApi, timeExamples } from './games/times'
import { gatewayApi, gatewayExamples } from './gateway/activities'
import { betExamples, betsApi } from './live/bets'
import { controlApi, controlExamples } from './live/control'
import { drawExamples, drawsApi } from './live/draws'
import { historyApi as liveHistoryApi, historyExamples as liveHistoryExamples } from './live/history'
import { tableExamples, tablesApi } from './live/play/tables'
import { ticketExamples, ticketsApi } from './live/play/tickets'
import { resultExamples, resultsApi } from './live/results'
import { stopExamples, stopsApi } from './live/stops'
import { whatIfApi, whatIfExamples } from './live/what-if'
import { backupExamples, backupsApi } from './reports/backups'
import { complaintExamples, complaintsApi } from './reports/complaints'
import { dashboardApi, dashboardExamples } from './reports/dashboard'
import { figureExamples, figuresApi } from './reports/figures'
import { historyApi, historyExamples } from './reports/history'
import { logExamples, logsApi } from './reports/logs'
import { onlineApi, onlineExamples } from './reports/online'
import { transactionExamples, transactionsApi } from './reports/transactions'
import { verificationApi, verificationExamples } from './reports/verification'

/** The calls of each thing with what they show. A static path stands before a parameter that would swallow it. */
const things = [
  [timeApi, timeExamples],
  [gameApi, gameExamples],
  [percentageApi, percentageExamples],
  [controlApi, controlExamples],
  [resultsApi, resultExamples],
  [stopsApi, stopExamples],
  [whatIfApi, whatIfExamples],
  [drawsApi, drawExamples],
  [betsApi, betExamples],
  [liveHistoryApi, liveHistoryExamples],
  [tablesApi, tableExamples],
  [ticketsApi, ticketExamples],
  [transactionsApi, transactionExamples],
  [logsApi, logExamples],
  [complaintsApi, complaintExamples],
  [figuresApi, figureExamples],
  [historyApi, historyExamples],
  [backupsApi, backupExamples],
  [onlineApi, onlineExamples],
  [dashboardApi, dashboardExamples],
  [verificationApi, verificationExamples],
  [gatewayApi, gatewayExamples],
] as const

/** Every public call of the suite: the gateway's role table, the OpenAPI document and the security suite read it. */
export const allEndpoints: readonly AnyEndpoint[] = [
  ...accountsEndpoints,
  ...things.flatMap(([api]) => Object.values(api)),
]

/** One request and answer of every call, for the OpenAPI document and for tests; screens do not carry them along. */
export const allExamples: CallExamples = {
  ...accountsCallExamples,
  ...Object.assign({}, ...things.map(([api, examples]) => examplesOf(api, examples()))),
}

/** What the contracts show of one call. */
export const exampleOf = <E extends AnyEndpoint>({ id }: E) => allExamples[id] as CallExample<E>
