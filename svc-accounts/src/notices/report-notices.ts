import { isBackOfficeRole, isRole } from '@cascade/contracts'
import { caseEvents, ScheduleFailed } from '@cascade/contracts/reports'
import { type ServiceContext, startFeedConsumer } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

type ReportNotices = Pick<Parameters<typeof startFeedConsumer>[0], 'producer' | 'name' | 'schemas' | 'project'>

const kinds = { opened: 'case-opened', answered: 'case-answered' } as const

/**
 * Cases are notified to the account directly above, the assignee and the case's account, except the author; a report
 * that could not be mailed to its owner.
 */
export const reportNotices = ({ notices }: Pick<AccountsDeps, 'notices'>): ReportNotices => ({
  producer: 'reports',
  name: 'accounts_case_notices',
  schemas: Object.fromEntries(
    [...Object.values(caseEvents), ScheduleFailed].map(event => [event.shape.type.value, event]),
  ),
  async project(events, tx) {
    for (const event of events) {
      const failed = ScheduleFailed.safeParse(event).data?.data
      if (failed) {
        const { accountId, report, from, to } = failed
        await notices.insert([accountId], { kind: 'report-failed', data: { report, from, to } }, tx)
      }
      for (const change of ['opened', 'answered'] as const) {
        const { data, actor } = caseEvents[change].safeParse(event).data ?? {}
        if (!data) continue
        const { caseId, number, subject, account, parentId, assigneeId } = data
        // Players have no bell.
        const own = isRole(account.role) && isBackOfficeRole(account.role) ? account.accountId : null
        const readers = [parentId, assigneeId, own].filter(id => id !== actor?.id).flatMap(id => id ?? [])
        const by = actor?.username ?? account.username
        await notices.insert(readers, { kind: kinds[change], data: { by, caseId, number, subject } }, tx)
      }
    }
  },
})

export const startReportNotices = (deps: AccountsDeps, parts: ServiceContext) =>
  startFeedConsumer({
    ...parts,
    ...reportNotices(deps),
    // Notices exist already: those of the events that svc-reports has lost stay.
    async onReplaced({ cursorId, head }) {
      const cursors = parts.db.collection<{ _id: string }>('cursors')
      await cursors.updateOne({ _id: cursorId }, { $set: { lastSeq: head }, $unset: { lastId: '' } })
      return 'again'
    },
  })
