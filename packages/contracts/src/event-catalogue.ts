import { maintenanceExample } from './accounts/maintenance'
import { descriptionExample } from './games/description-versions'
import { gameExample } from './games/games'

/** Summaries of all events, for `/docs/events`. */
export const eventSummaries: Readonly<Record<string, string>> = {
  'accounts.account.created.v1': 'An account was created',
  'accounts.account.updated.v1': 'An account was changed or moved',
  'accounts.account.status-changed.v1': 'An account was activated or suspended',
  'accounts.authority.changed.v1': 'A policy, password, factor, network or approval was changed, or cash recorded',
  'accounts.cash.recorded.v1': 'A cash payment between an account and its parent was recorded or reversed',
  'accounts.account.deleted.v1': 'An account was deleted',
  'accounts.session.ended.v1': 'Sessions ended: signed out, replaced or revoked',
  'accounts.presence.changed.v1': 'Accounts came online or went offline',
  'accounts.run.acted.v1': 'A bulk job acted on accounts: one activity for each',
  'accounts.maintenance.changed.v1': 'A maintenance was planned, changed or ended',
  'accounts.ledger.sealed.v1': 'State of the ledger for the hash chain of the log',
  'credit.transfer.recorded.v1': 'Points moved between two wallets',
  'play.stake.booked.v1': 'A bet was booked: points moved from a player to a pool',
  'play.gate.closed.v1': 'Betting on a draw closed: all its stakes came before',
  'play.settlement.booked.v1': 'The wins of a draw were credited to its tickets, or taken back by a correction',
  'play.claim.booked.v1': 'Wins were paid into the wallet of a player',
  'play.recovery.booked.v1': 'Points that a correction took back were collected from a player',
  'play.void.booked.v1': 'A ticket was voided: its stake went back to the player',
  'play.pool.changed.v1': 'An operator added points to a pool or reset it',
  'games.game.created.v1': 'A game was added',
  'games.game.updated.v1': 'A game was changed',
  'games.game.status-changed.v1': 'A game was activated or deactivated',
  'games.game.removed.v1': 'A game was deleted',
  'games.percentage.changed.v1': 'The win percentage of a game below an admin was set',
  'games.description.changed.v1': 'A game has a new version of its description',
  'games.time.created.v1': 'An interval between draws was added',
  'live.game.busy.v1': 'A game below an admin has unsettled tickets, or none any more',
  'live.draw.resulted.v1': 'A draw has its result, or another one after a correction',
  'live.draw.settled.v1': 'Tickets of a draw were settled: stakes and wins of up to 500 of them',
  'live.ticket.claimed.v1': 'A player claimed the wins of a game',
  'reports.complaint.received.v1': 'A complaint was received',
  'reports.complaint.status-changed.v1': 'A complaint has another status',
  'reports.case.opened.v1': 'An account opened a case',
  'reports.case.answered.v1': 'A case of an account was answered',
  'reports.schedule.failed.v1': 'The mail of a scheduled report was given up',
  'reports.history.cleared.v1': 'History of an admin is hidden up to a moment',
  'reports.history.restored.v1': 'A backup undid clearings of history',
  'gateway.activity.recorded.v1': 'Somebody signed in, exported or changed something',
  'gateway.activities.recorded.v1': 'A batch of activities',
}

const at = '2026-03-01T10:00:00.000Z'
const day = '2026-03-01'
const ancestry = { superadmin: 'superadmin-1', admin: 'admin-1' }

/** Values of the examples by field name; a field takes its value only if it fits. */
export const eventFields: Readonly<Record<string, unknown>> = {
  ...{ id: '0195511e-7a00-7000-8000-000000000001', at, seq: 42, correlationId: 'request-1', version: 2 },
  ...{ actor: { id: 'admin-1', username: 'north', role: 'admin' }, username: 'north', role: 'admin', ancestry },
  ...{ accountId: 'player-1', uniqueId: 'P000001', parentId: 'master-1', active: true, deleted: false },
  ...{ commissionBp: 500, games: ['GAME1'], createdAt: at, sessionIds: ['session-1'], accountIds: ['player-1'] },
  ...{ reason: 'logout', online: ['player-1'], offline: [], hash: 'a1'.repeat(32), subject: 'Player changed' },
  ...{ requestUrl: '/api/player/player-1', method: 'PUT', ipAddress: '192.0.2.1', status: 200, source: 'server' },
  ...{ transferId: 'transfer-1', walletId: 'admin-1', amount: '150000', note: 'Weekly credit', bizDate: day, day },
  ...{ destination: { walletId: 'player-1', username: 'mira', role: 'player', ancestry } },
  ...{ cashId: 'cash-1', balance: '150000', salt: 'ab'.repeat(16) },
  ...{ sourceBalance: '850000', destinationBalance: '150000', poolBalance: '990000', playerBalance: '140000' },
  ...{ adminId: 'admin-1', gameId: gameExample.gameId, gameName: gameExample.gameName, _id: 'admin-1_GAME1' },
  ...{ nodigit: 10, timecount: 60, description: descriptionExample.description, winpercentage: 80, before: 75 },
  ...{ ticketId: 'ticket-1', drawId: 'draw-1', gateVersion: 7, details: {}, claimId: 'claim-1', isAutomatic: false },
  ...{ busy: true, drawAt: at, result: '7', booster: 1, resultVersion: 1, chunk: 0, stake: '10000', payout: '9000' },
  ...{ tickets: 3, stakeDay: day, play: '10000', win: '9000', complaintId: 'complaint-1', enquiryType: 'Payment' },
  ...{ rates: { superareamanager: 100, areamanager: 100, master: 200, player: 500 } },
  ...{ clearingId: 'clearing-1', from: day, to: day, maintenance: maintenanceExample },
  ...{
    caseId: 'case-1',
    number: 12,
    account: { accountId: 'player-1', username: 'mira', role: 'player' },
    assigneeId: null,
    scheduleId: 'schedule-1',
    report: 'Turnover Report',
  },
  ...{ events: 41, previous: '', rows: [{ of: 'policy', id: 'security', leaf: 'b2'.repeat(32) }] },
}
