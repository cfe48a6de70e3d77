import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, Id, IdParams, optionalFilter, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { amountMax, toPoints, withTwoDecimals } from '../values/points'
import { CaseParty, casePageShape } from './cases'

export const watchTexts = { changed: 'Entry changed.', rulesChanged: 'Rules changed.' } as const

export const watchRuleIds = ['stakes', 'inAndOut', 'wins', 'limits', 'network'] as const
const WatchRuleId = z.enum(watchRuleIds)
export type WatchRuleId = z.infer<typeof WatchRuleId>

export const watchStates = ['open', 'reviewed', 'closed'] as const
const WatchState = z.enum(watchStates)

/** Days before the day of an entry that a rule may compare it with. */
export const watchPastDays = 28

const Amount = withTwoDecimals(z.number().min(0).max(toPoints(amountMax)))
const count = (min: number, max: number) => z.number().int().min(min).max(max)
const isOn = z.boolean()

/**
 * Rules and their numbers, for each business day of a player. `stakes`: at least `factor` times the usual play of the
 * days with play among the 28 before, of which there are `daysMin`. `inAndOut`: in `days` days at least `amountMin` came
 * in and went out again, with play of at most `playPercentMax` of it. `wins`: wins of `days` days that one player in
 * `oneIn` reaches by luck, where no bet pays more than `multiplier`. `limits`: `timesMin` bets rejected by a limit.
 * `network`: `playersMin` players of the branch signed in from one address.
 */
export const WatchRules = z.strictObject({
  stakes: z.strictObject({ isOn, factor: count(2, 1_000), daysMin: count(1, watchPastDays), playMin: Amount }),
  inAndOut: z.strictObject({ isOn, days: count(1, watchPastDays), amountMin: Amount, playPercentMax: count(0, 100) }),
  wins: z.strictObject({
    ...{ isOn, days: count(1, watchPastDays), winMin: Amount },
    ...{ multiplier: count(2, 10_000), oneIn: count(100, 1_000_000_000) },
  }),
  limits: z.strictObject({ isOn, timesMin: count(1, 1_000) }),
  network: z.strictObject({ isOn, playersMin: count(2, 10_000) }),
})
export type WatchRules = z.infer<typeof WatchRules>

export const watchRuleDefaults: WatchRules = {
  stakes: { isOn: true, factor: 5, daysMin: 5, playMin: 1_000 },
  inAndOut: { isOn: true, days: 3, amountMin: 1_000, playPercentMax: 10 },
  wins: { isOn: true, days: 7, winMin: 1_000, multiplier: 36, oneIn: 1_000_000 },
  limits: { isOn: true, timesMin: 3 },
  network: { isOn: true, playersMin: 10 },
}

/** Why a rule found a player on a business day: figures by name, amounts in points. */
export const WatchRow = z.object({
  _id: z.string(),
  rule: WatchRuleId,
  account: CaseParty,
  day: z.iso.date(),
  evidence: z.record(z.string(), z.number()),
  state: WatchState,
  assignee: CaseParty.nullable(),
  changedAt: z.iso.datetime(),
})
export type WatchRow = z.infer<typeof WatchRow>

/** Beyond the specification. Players of the caller's subtree that a rule found. */
export const watchApi = {
  list: endpoint({
    id: 'reports.watch.list',
    domain: 'reports',
    route: 'GET /watch',
    permission: 'reports.read',
    summary: 'Players found by the rules, newest first',
    query: z.strictObject({
      ...casePageShape,
      state: optionalFilter(WatchState),
      rule: optionalFilter(WatchRuleId),
      assignee: optionalFilter(Id),
    }),
    response: responseOf(z.array(WatchRow), { total: z.number().int() }),
  }),
  rules: endpoint({
    id: 'reports.watchRules.read',
    domain: 'reports',
    route: 'GET /watch/rules',
    permission: 'watch.rules',
    summary: "The rules of the caller's branch; of a superadmin, those of admins without rules of their own",
    response: responseOf(WatchRules),
  }),
  setRules: endpoint({
    id: 'reports.watchRules.change',
    domain: 'reports',
    route: 'PUT /watch/rules',
    permission: 'watch.rules',
    audit: auditAs('Rules of the watch list changed', 'changed the rules of the watch list'),
    summary: 'Replace them; they hold from the next event of a player on',
    body: WatchRules,
    response: responseOf(WatchRules),
  }),
  change: endpoint({
    id: 'reports.watch.change',
    domain: 'reports',
    route: 'PUT /watch/:id',
    permission: 'cases.manage',
    audit: auditAs('Watch list: entry changed', 'changed an entry of the watch list'),
    summary: "Change state or assignee: an account of the caller's subtree above the player, or null",
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: z.strictObject({ state: WatchState.optional(), assignee: Id.nullable().optional() }),
    response: responseOf(WatchRow),
  }),
}

const master: CaseParty = { accountId: 'id-master', username: 'master1', role: 'master' }

export const watchExample: WatchRow = {
  _id: 'id-watch',
  rule: 'stakes',
  account: { accountId: 'id-player', username: 'player1', role: 'player' },
  day: '2026-01-05',
  evidence: { play: 6_000, usual: 950.5, days: 12 },
  state: 'open',
  assignee: null,
  changedAt: '2026-01-05T10:00:00.000Z',
}

export const watchExamples = (): ExamplesOf<typeof watchApi> => ({
  fields: { id: watchExample._id, data: watchRuleDefaults },
  list: { query: { page: 1, size: 10, state: 'open' }, response: { data: [watchExample], total: 1 } },
  setRules: { body: watchRuleDefaults, response: { message: watchTexts.rulesChanged } },
  change: {
    body: { state: 'reviewed', assignee: master.accountId },
    response: { message: watchTexts.changed, data: { ...watchExample, state: 'reviewed', assignee: master } },
  },
})
