import { accountApi, accountExamples, senderApi, senderExamples } from './accounts/account-calls'
import { historyApi as accountHistoryApi, accountHistoryExamples } from './accounts/account-history'
import { authApi, authExamples } from './accounts/auth'
import { childExamples, childrenApi } from './accounts/child-calls'
import { ledgerApi, ledgerExamples } from './accounts/ledger/statement'
import { accountLevels } from './accounts/levels'
import { geoApi, placeExamples } from './accounts/places'
import { playerApi, playerExamples } from './accounts/player'
import { runApi, runExamples } from './accounts/runs'
import { sessionApi, sessionExamples } from './accounts/sessions'
import { viewApi, viewExamples } from './accounts/views'
import type { AnyEndpoint } from './endpoint'
import { type CallExample, type CallExamples, examplesOf } from './example'
import { gameApi, gameExamples } from './games/game-calls'
import { percentageApi, percentageExamples } from './games/percentages'
import { timeApi, timeExamples } from './games/times'
import { gatewayApi, gatewayExamples } from './gateway/activities'
import { traceExamples, tracesApi } from './gateway/traces'
import { vitalExamples, vitalsApi } from './gateway/vitals'
import { betExamples, betsApi } from './live/bets'
import { boardApi, boardExamples } from './live/board'
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

type Thing = readonly [api: Parameters<typeof examplesOf>[0], examples: () => Parameters<typeof examplesOf>[1]]

/** The calls of each level, those of children first. */
const levels: readonly Thing[] = [
  ...accountLevels.flatMap(({ role }): Thing[] =>
    senderApi[role] ? [[{ sender: senderApi[role] }, () => senderExamples(role)]] : [],
  ),
  ...accountLevels.flatMap(({ role, children }): Thing[] =>
    children ? [[childrenApi[role], () => childExamples(role)]] : [],
  ),
  ...accountLevels.map(({ role }): Thing => [accountApi[role], () => accountExamples(role)]),
]

/** The calls of each thing with what they show. A static path stands before a parameter that would swallow it. */
const things = [
  [authApi, authExamples],
  [sessionApi, sessionExamples],
  [geoApi, placeExamples],
  [ledgerApi, ledgerExamples],
  [accountHistoryApi, accountHistoryExamples],
  [playerApi, playerExamples],
  [viewApi, viewExamples],
  [runApi, runExamples],
  ...levels,
  [timeApi, timeExamples],
  [gameApi, gameExamples],
  [percentageApi, percentageExamples],
  [controlApi, controlExamples],
  [resultsApi, resultExamples],
  [stopsApi, stopExamples],
  [boardApi, boardExamples],
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
  [vitalsApi, vitalExamples],
  [tracesApi, traceExamples],
] satisfies readonly Thing[]

/** Every public call of the suite: the gateway's role table, the OpenAPI document and the security suite read it. */
export const allEndpoints: readonly AnyEndpoint[] = things.flatMap(([api]) => Object.values<AnyEndpoint>(api))

let made: CallExamples | undefined

/** One request and answer of every call, for the OpenAPI document and for tests; made when they are first asked for. */
export function allExamples(): CallExamples {
  made ??= Object.assign({}, ...things.map(([api, examples]) => examplesOf(api, examples()))) as CallExamples
  return made
}

/** What the contracts show of one call. */
export const exampleOf = <E extends AnyEndpoint>({ id }: E) => allExamples()[id] as CallExample<E>
