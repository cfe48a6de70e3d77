import { accountApi, accountExamples, senderApi, senderExamples } from './accounts/account-calls'
import { accountHistoryApi, accountHistoryExamples } from './accounts/account-history'
import { announcementApi, announcementExamples } from './accounts/announcements'
import { approvalApi, approvalExamples } from './accounts/approvals'
import { authApi, authExamples } from './accounts/auth'
import { cashApi, cashExamples } from './accounts/cash'
import { childExamples, childrenApi } from './accounts/child-calls'
import { geoApi, geoExamples } from './accounts/geo'
import { reversalApi, reversalExamples } from './accounts/ledger/reversal'
import { ledgerApi, ledgerExamples } from './accounts/ledger/statement'
import { accountLevels } from './accounts/levels'
import { limitApi, limitExamples } from './accounts/limits'
import { maintenanceApi, maintenanceExamples } from './accounts/maintenance'
import { networkApi, networkExamples } from './accounts/networks'
import { noticeApi, noticeExamples } from './accounts/notices'
import { rightsApi, rightsExamples } from './accounts/own-rights'
import { peopleApi, peopleExamples } from './accounts/people'
import { playerApi, playerExamples } from './accounts/player'
import { policyApi, policyExamples } from './accounts/policy'
import { runExamples } from './accounts/run-example'
import { runApi } from './accounts/runs'
import { savedViewApi, viewExamples } from './accounts/saved-views'
import { secondStepApi, secondStepExamples } from './accounts/second-step'
import { securityApi, securityExamples } from './accounts/security'
import { sessionApi, sessionExamples } from './accounts/sessions'
import { settlementExamples } from './accounts/settlement-example'
import { settlementApi } from './accounts/settlements'
import { userApi, userExamples } from './accounts/user'
import { viewApi, viewAsExamples } from './accounts/view-as'
import type { AnyEndpoint } from './endpoint'
import { buildExamples, type CallExample, type CallExamples } from './example'
import { gameApi, gameExamples } from './games/game-calls'
import { percentageApi, percentageExamples } from './games/percentages'
import { timeApi, timeExamples } from './games/times'
import { gatewayApi, gatewayExamples } from './gateway/activities'
import { launchApi, launchExamples } from './gateway/launch'
import { remoteExamples, remotesApi } from './gateway/remote-versions'
import { traceExamples, tracesApi } from './gateway/traces'
import { vitalExamples, vitalsApi } from './gateway/vitals'
import { betExamples, betsApi } from './live/bets'
import { boardApi, boardExamples } from './live/board'
import { controlApi, controlExamples } from './live/control'
import { drawExamples, drawsApi } from './live/draws'
import { gameHistoryApi as liveHistoryApi, gameHistoryExamples as liveHistoryExamples } from './live/game-history'
import { tableExamples, tablesApi } from './live/play/tables'
import { ticketExamples, ticketsApi } from './live/play/tickets'
import { resultExamples, resultsApi } from './live/results'
import { stopExamples, stopsApi } from './live/stops'
import { voidExamples, voidsApi } from './live/void-ticket'
import { whatIfApi, whatIfExamples } from './live/what-if'
import { backupExamples, backupsApi } from './reports/backups'
import { caseApi, caseExamples } from './reports/cases'
import { clearingExamples, clearingsApi } from './reports/clearings'
import { complaintExamples, complaintsApi } from './reports/complaints'
import { dashboardApi, dashboardExamples } from './reports/dashboard'
import { figureExamples, figuresApi } from './reports/figures'
import { logProofApi, logProofExamples } from './reports/log-proof'
import { logExamples, logsApi } from './reports/logs'
import { onlineApi, onlineExamples } from './reports/online'
import { playCaseApi, playCaseExamples } from './reports/play-cases'
import { scheduleApi, scheduleExamples } from './reports/schedules'
import { transactionExamples, transactionsApi } from './reports/transactions'
import { verificationApi, verificationExamples } from './reports/verification'
import { watchApi, watchExamples } from './reports/watch'
import { weekApi, weekExamples } from './reports/week'

type Resource = readonly [api: Parameters<typeof buildExamples>[0], examples: () => Parameters<typeof buildExamples>[1]]

/** Calls of the account levels; those below one parent come first, as their paths are more specific. */
const levels: readonly Resource[] = [
  ...accountLevels.flatMap(({ role }): Resource[] =>
    senderApi[role] ? [[{ sender: senderApi[role] }, () => senderExamples(role)]] : [],
  ),
  ...accountLevels.flatMap(({ role, children }): Resource[] =>
    children ? [[childrenApi[role], () => childExamples(role)]] : [],
  ),
  ...accountLevels.map(({ role }): Resource => [accountApi[role], () => accountExamples(role)]),
]

/**
 * Calls of every resource with their examples, in matching order: a static path comes before a parameter that would
 * match it.
 */
const resources = [
  [authApi, authExamples],
  [secondStepApi, secondStepExamples],
  [securityApi, securityExamples],
  [policyApi, policyExamples],
  [networkApi, networkExamples],
  [approvalApi, approvalExamples],
  [noticeApi, noticeExamples],
  [announcementApi, announcementExamples],
  [peopleApi, peopleExamples],
  [rightsApi, rightsExamples],
  [maintenanceApi, maintenanceExamples],
  [userApi, userExamples],
  [sessionApi, sessionExamples],
  [geoApi, geoExamples],
  [ledgerApi, ledgerExamples],
  [reversalApi, reversalExamples],
  [accountHistoryApi, accountHistoryExamples],
  [limitApi, limitExamples],
  [cashApi, cashExamples],
  [settlementApi, settlementExamples],
  [playerApi, playerExamples],
  [savedViewApi, viewExamples],
  [runApi, runExamples],
  ...levels,
  [timeApi, timeExamples],
  [gameApi, gameExamples],
  [percentageApi, percentageExamples],
  [controlApi, controlExamples],
  [resultsApi, resultExamples],
  [stopsApi, stopExamples],
  [boardApi, boardExamples],
  [voidsApi, voidExamples],
  [whatIfApi, whatIfExamples],
  [drawsApi, drawExamples],
  [betsApi, betExamples],
  [liveHistoryApi, liveHistoryExamples],
  [tablesApi, tableExamples],
  [ticketsApi, ticketExamples],
  [transactionsApi, transactionExamples],
  [logProofApi, logProofExamples],
  [logsApi, logExamples],
  [complaintsApi, complaintExamples],
  [caseApi, caseExamples],
  [playCaseApi, playCaseExamples],
  [figuresApi, figureExamples],
  [scheduleApi, scheduleExamples],
  [clearingsApi, clearingExamples],
  [backupsApi, backupExamples],
  [onlineApi, onlineExamples],
  [dashboardApi, dashboardExamples],
  [verificationApi, verificationExamples],
  [watchApi, watchExamples],
  [weekApi, weekExamples],
  [gatewayApi, gatewayExamples],
  [viewApi, viewAsExamples],
  [remotesApi, remoteExamples],
  [launchApi, launchExamples],
  [vitalsApi, vitalExamples],
  [tracesApi, traceExamples],
] satisfies readonly Resource[]

/** Every public call: source of the gateway's role table, the OpenAPI document and the security tests. */
export const allEndpoints: readonly AnyEndpoint[] = resources.flatMap(([api]) => Object.values<AnyEndpoint>(api))

let examplesById: CallExamples | undefined

/** Example request and response of every call, for the OpenAPI document and tests. Built on first use. */
export function allExamples(): CallExamples {
  examplesById ??= Object.assign(
    {},
    ...resources.map(([api, examples]) => buildExamples(api, examples())),
  ) as CallExamples
  return examplesById
}

/**
 * Example request and response of one call.
 * @example
 * const [player] = exampleOf(accountApi.player.list).response.data
 */
export const exampleOf = <E extends AnyEndpoint>({ id }: E) => allExamples()[id] as CallExample<E>
