import { isBackOfficeRole, isRole } from '@cascade/contracts'
import { caseEvents, ScheduleFailed } from '@cascade/contracts/reports'
import { nameOfActor, type ServiceContext, startFeedConsumer } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { findRecipients, type RecipientDeps } from './find-recipients'

type ReportNotices = Pick<Parameters<typeof startFeedConsumer>[0], 'producer' | 'name' | 'schemas' | 'project'>

const kinds = { opened: 'case-opened', answered: 'case-answered' } as const

/**
 * Cases are notified to the account directly above, the assignee and the case's account, with their people, except the
 * author; a report that could not be mailed to its owner.
 */
export const reportNotices = (deps: RecipientDeps & Pick<AccountsDeps, 'notices'>): ReportNotices => ({
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
        const readers = await findRecipients(deps, [accountId], 'reports.read')
        await deps.notices.insert(readers, { kind: 'report-failed', data: { report, from, to } }, tx)
      }
      for (const change of ['opened', 'answered'] as const) {
        const { data, actor } = caseEvents[change].safeParse(event).data ?? {}
        if (!data) continue
        const { caseId, number, subject, account, parentId, assigneeId } = data
        // Players have no bell.
        const own = isRole(account.role) && isBackOfficeRole(account.role) ? account.accountId : null
        const accountIds = [parentId, assigneeId, own].flatMap(id => id ?? [])
        const author = actor?.person?.id ?? actor?.id
        const readers = (await findRecipients(deps, accountIds, 'cases.manage')).filter(id => id !== author)
        const by = nameOfActor({ username: actor?.username ?? account.username, person: actor?.person })
        await deps.notices.insert(readers, { kind: kinds[change], data: { by, caseId, number, subject } }, tx)
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
