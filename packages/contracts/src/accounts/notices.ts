import { z } from 'zod'
import { auditAs } from '../audit'
import { CallerQuery, endpoint, IdParams, ListQuery, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { Points } from '../values/points'
import { CurrentAnnouncement } from './announcements'
import { Maintenance } from './maintenance'

/** Maximum notices that a response lists and counts; each is removed after 90 days. */
export const noticesMax = 500

const By = z.object({ by: z.string() })
const Week = By.extend({ from: z.string(), to: z.string() })
const CaseChange = By.extend({ caseId: z.string(), number: z.number().int(), subject: z.string() })
const Approval = By.extend({ approvalId: z.string(), operation: z.string() })

/** Contents of a notice, by kind; more kinds may be added. `by` names the actor: `admin1`, or `Anita Rao (admin1)`. */
const noticeKinds = {
  'new-device': z.object({ device: z.string(), ipAddress: z.string() }),
  'password-changed': By,
  'factors-changed': By.extend({ change: z.enum(['added', 'removed', 'codes-replaced', 'reset']) }),
  'codes-guessed': z.object({ username: z.string() }),
  'approval-requested': Approval,
  'approval-decided': Approval.extend({ state: z.string() }),
  'period-closed': Week,
  'commission-paid': Week.extend({ amount: Points, as: z.enum(['points', 'cash']) }),
  /** Once a business day for each limit of an account. */
  'limit-reached': z.object({
    accountId: z.string(),
    username: z.string(),
    role: Role,
    limit: z.enum(['balanceMax', 'giveDayMax', 'stakeDayMax', 'lossDayMax']),
  }),
  'case-opened': CaseChange,
  'case-answered': CaseChange,
  'report-failed': z.object({ report: z.string(), from: z.string(), to: z.string() }),
} as const

const noticeOf = <K extends keyof typeof noticeKinds>(kind: K) =>
  z.object({ kind: z.literal(kind), data: noticeKinds[kind] })
export const NoticeContent = z.discriminatedUnion('kind', [
  noticeOf('new-device'),
  noticeOf('password-changed'),
  noticeOf('factors-changed'),
  noticeOf('codes-guessed'),
  noticeOf('approval-requested'),
  noticeOf('approval-decided'),
  noticeOf('period-closed'),
  noticeOf('commission-paid'),
  noticeOf('limit-reached'),
  noticeOf('case-opened'),
  noticeOf('case-answered'),
  noticeOf('report-failed'),
])
export type NoticeContent = z.infer<typeof NoticeContent>

export type NoticeKind = NoticeContent['kind']

/** A notice of the bell. `mailFailed`: it should have been mailed too, and the mail server did not accept it. */
export const Notice = z
  .object({ _id: z.string(), at: z.iso.datetime(), read: z.boolean(), mailFailed: z.literal(true).optional() })
  .and(NoticeContent)
export type Notice = z.infer<typeof Notice>

export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

/** Channels of a kind of notice; by default the bell only. */
export const NoticeSetting = z.strictObject({ kind: z.enum(noticeKindNames), bell: z.boolean(), mail: z.boolean() })
export type NoticeSetting = z.infer<typeof NoticeSetting>

/** Beyond the specification. Notices are visible only to the login that they are for. */
export const noticeApi = {
  list: endpoint({
    id: 'accounts.notice.list',
    domain: 'accounts',
    route: 'GET /notices',
    permission: 'any',
    summary: `The caller's notices of the last 90 days, newest first, counted up to ${noticesMax}; announcements and maintenance`,
    query: z.strictObject({ ...CallerQuery.shape, page: ListQuery.shape.page, size: ListQuery.shape.size }),
    response: responseOf(z.array(Notice), {
      unread: z.number().int(),
      total: z.number().int(),
      /** In force for the caller, like `GET announcements/current`. */
      announcements: z.array(CurrentAnnouncement).default([]),
      /** Planned or in force, like `GET maintenance`. */
      maintenance: Maintenance.nullable().default(null),
    }),
  }),
  readAll: endpoint({
    id: 'accounts.notice.readAll',
    domain: 'accounts',
    route: 'POST /notices/read-all',
    permission: 'any',
    audit: auditAs('Notices read', 'marked all notices as read'),
    summary: "Mark all of the caller's notices as read",
    response: SuccessResponse,
  }),
  change: endpoint({
    id: 'accounts.notice.change',
    domain: 'accounts',
    route: 'PATCH /notices/:id',
    permission: 'any',
    audit: auditAs('Notice read', 'marked a notice'),
    summary: "Mark one of the caller's notices as read or unread",
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: z.strictObject({ read: z.boolean() }),
    response: SuccessResponse,
  }),
  settings: endpoint({
    id: 'accounts.notice.settings',
    domain: 'accounts',
    route: 'GET /notices/settings',
    permission: 'any',
    summary: 'Where the notices of each kind go, and the address of mail: that of the profile',
    response: responseOf(z.array(NoticeSetting), {
      address: z.string().nullable(),
      /** The installation has a mail server. */
      mail: z.boolean(),
    }),
  }),
  changeSettings: endpoint({
    id: 'accounts.notice.changeSettings',
    domain: 'accounts',
    route: 'PUT /notices/settings',
    permission: 'any',
    audit: auditAs('Notices: settings changed', 'changed where notices go'),
    summary: 'Change where notices go; kinds that are left out stay as they are',
    body: z.strictObject({ settings: z.array(NoticeSetting).min(1).max(noticeKindNames.length) }),
    response: SuccessResponse,
  }),
}

export const noticeExample: Notice = {
  _id: 'id-notice',
  at: '2026-01-05T10:00:00.000Z',
  read: false,
  kind: 'new-device',
  data: { device: 'Firefox on Windows', ipAddress: '203.0.113.7' },
}

const settingExample: NoticeSetting = { kind: 'new-device', bell: true, mail: true }

export const noticeExamples = (): ExamplesOf<typeof noticeApi> => ({
  fields: { id: 'id-notice', read: true },
  list: {
    query: { page: 1, size: 10 },
    response: { data: [noticeExample], unread: 1, announcements: [], maintenance: null },
  },
  settings: { response: { data: [settingExample], address: 'asha@example.com', mail: true } },
  changeSettings: { body: { settings: [settingExample] } },
})
