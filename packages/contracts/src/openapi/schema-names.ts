import { z } from 'zod'
import * as account from '../accounts/account'
import * as accountCalls from '../accounts/account-calls'
import { accountApi } from '../accounts/account-calls'
import * as accountHistory from '../accounts/account-history'
import * as accountList from '../accounts/account-list'
import * as announcements from '../accounts/announcements'
import * as approvals from '../accounts/approvals'
import * as auth from '../accounts/auth'
import * as cash from '../accounts/cash'
import { childrenApi } from '../accounts/child-calls'
import * as creation from '../accounts/creation'
import * as credit from '../accounts/credit'
import * as accountEvents from '../accounts/events'
import * as factorProof from '../accounts/factor-proof'
import * as fieldSchemas from '../accounts/field-schemas'
import { accountFieldNames, accountFields } from '../accounts/fields'
import * as geo from '../accounts/geo'
import * as details from '../accounts/ledger/details'
import * as reversal from '../accounts/ledger/reversal'
import * as reversible from '../accounts/ledger/reversible'
import * as statement from '../accounts/ledger/statement'
import { accountLevels } from '../accounts/levels'
import * as limits from '../accounts/limits'
import * as maintenance from '../accounts/maintenance'
import * as networks from '../accounts/networks'
import * as notices from '../accounts/notices'
import * as ownRights from '../accounts/own-rights'
import * as passkeys from '../accounts/passkeys'
import * as people from '../accounts/people'
import * as player from '../accounts/player'
import * as policy from '../accounts/policy'
import * as runs from '../accounts/runs'
import * as savedViews from '../accounts/saved-views'
import * as security from '../accounts/security'
import * as sessions from '../accounts/sessions'
import * as settlements from '../accounts/settlements'
import { Id, PathId, Searched, SearchText, SuccessResponse } from '../define'
import { ErrorBody } from '../errors/errors'
import { AnyEvent } from '../event'
import { EventActor, EventPerson } from '../event-actor'
import * as description from '../games/description'
import * as descriptionVersions from '../games/description-versions'
import * as gameEvents from '../games/events'
import * as games from '../games/games'
import * as percentages from '../games/percentages'
import * as times from '../games/times'
import * as gatewayEvents from '../gateway/events'
import * as launch from '../gateway/launch'
import * as remoteVersions from '../gateway/remote-versions'
import * as traces from '../gateway/traces'
import * as vitals from '../gateway/vitals'
import * as bets from '../live/bets'
import * as board from '../live/board'
import * as control from '../live/control'
import * as draws from '../live/draws'
import * as liveEvents from '../live/events'
import * as recordValues from '../live/fairness/record-values'
import * as seedChain from '../live/fairness/seed-chain'
import * as ticketProof from '../live/fairness/ticket-proof'
import * as feed from '../live/feed'
import * as gameHistory from '../live/game-history'
import * as liveGame from '../live/live-game'
import * as tables from '../live/play/tables'
import * as tickets from '../live/play/tickets'
import * as record from '../live/record'
import * as results from '../live/results'
import * as stops from '../live/stops'
import * as voids from '../live/void'
import * as whatIf from '../live/what-if'
import * as backups from '../reports/backups'
import * as cases from '../reports/cases'
import * as clearings from '../reports/clearings'
import * as complaints from '../reports/complaints'
import * as dashboard from '../reports/dashboard'
import * as reportEvents from '../reports/events'
import * as figures from '../reports/figures'
import * as logProof from '../reports/log-proof'
import * as logs from '../reports/logs'
import * as online from '../reports/online'
import * as playCases from '../reports/play-cases'
import * as schedules from '../reports/schedules'
import * as transactions from '../reports/transactions'
import * as verification from '../reports/verification'
import * as watch from '../reports/watch'
import * as week from '../reports/week'
import * as rights from '../rights'
import { type AccountRole, childRoleOf, Role } from '../roles'
import { AsOf, Moment } from '../values/days'
import { Points } from '../values/points'
import type { SchemaNames } from './json-schema'
import { capitalize } from './operation'

/** Modules whose exported schemas have the name of their export in the documents. */
const modules = [
  account,
  accountCalls,
  accountHistory,
  accountList,
  announcements,
  approvals,
  auth,
  cash,
  creation,
  credit,
  accountEvents,
  factorProof,
  fieldSchemas,
  geo,
  details,
  reversal,
  reversible,
  statement,
  limits,
  maintenance,
  networks,
  notices,
  ownRights,
  passkeys,
  people,
  player,
  policy,
  runs,
  savedViews,
  security,
  sessions,
  settlements,
  description,
  descriptionVersions,
  gameEvents,
  games,
  percentages,
  times,
  gatewayEvents,
  launch,
  remoteVersions,
  vitals,
  traces,
  bets,
  board,
  control,
  draws,
  liveEvents,
  recordValues,
  seedChain,
  ticketProof,
  feed,
  gameHistory,
  liveGame,
  tables,
  tickets,
  record,
  results,
  stops,
  voids,
  whatIf,
  backups,
  cases,
  clearings,
  complaints,
  dashboard,
  reportEvents,
  figures,
  logProof,
  logs,
  online,
  playCases,
  schedules,
  transactions,
  verification,
  watch,
  week,
  rights,
]
const values = {
  AccountDeletion: account.Account.shape.deletion.unwrap(),
  GameLayout: description.GameDescription.shape.layout,
  GameLimits: description.GameDescription.shape.limits,
  LimitMax: limits.LimitsInput.shape.balanceMax.unwrap().unwrap(),
  Actor: AnyEvent.shape.actor.unwrap(),
  AsOf,
  ErrorBody,
  EventActor,
  EventPerson,
  Id,
  Moment,
  PathId,
  Points,
  Role,
  Searched,
  SearchText,
  SuccessResponse,
}

/** Levels that are created and edited with the same fields. */
const formOf: Readonly<Record<AccountRole, string>> = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  superareamanager: 'Manager',
  areamanager: 'Manager',
  master: 'Manager',
  player: 'Player',
  gift: 'SideAccount',
  loan: 'SideAccount',
  otc: 'SideAccount',
}

/** Queries and path parameters are described field by field, a member of an intersection where it is used. */
const isNamed = (name: string, value: unknown): value is z.ZodType =>
  value instanceof z.ZodType && /^[A-Z]/.test(name) && !/(?:Query|Params|^NoticeContent)$/.test(name)

let names: Map<z.ZodType, string> | undefined

/** The schemas of the contracts that have a name in `/docs/openapi.json` and `/docs/asyncapi.json`. */
export function schemaNames(): SchemaNames {
  if (names) return names
  names = new Map()
  for (const exported of [values, ...modules])
    for (const [name, value] of Object.entries(exported)) if (isNamed(name, value)) names.set(value, name)
  for (const name of accountFieldNames) {
    const { schema } = accountFields[name]
    if (!names.has(schema)) names.set(schema, `Account${capitalize(name)}`)
  }
  for (const [role, row] of Object.entries(creation.accountRows)) names.set(row, `New${formOf[role as AccountRole]}Row`)
  for (const { role } of accountLevels) {
    names.set(accountApi[role].create.body, `New${formOf[role]}`)
    names.set(accountApi[role].update.body, `${formOf[role]}Changes`)
    const child = childRoleOf(role)
    if (!child) continue
    names.set(childrenApi[role].create.body, `New${formOf[child]}`)
    names.set(childrenApi[role].update.body, `${formOf[child]}Changes`)
  }
  return names
}
