import { isBackOfficeRole, isRole } from '@cascade/contracts'
import { caseEvents } from '@cascade/contracts/reports'
import { type ServiceContext, startFeedConsumer } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

type CaseNotices = Pick<Parameters<typeof startFeedConsumer>[0], 'producer' | 'name' | 'schemas' | 'project'>

const kinds = { opened: 'case-opened', answered: 'case-answered' } as const

/** Cases are notified to the account directly above, the assignee and the case's account, except the author. */
export const caseNotices = ({ notices }: Pick<AccountsDeps, 'notices'>): CaseNotices => ({
  producer: 'reports',
  name: 'accounts_case_notices',
  schemas: Object.fromEntries(Object.values(caseEvents).map(event => [event.shape.type.value, event])),
  async project(events, tx) {
    for (const event of events) {
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

export const startCaseNotices = (deps: AccountsDeps, parts: ServiceContext) =>
  startFeedConsumer({
    ...parts,
    ...caseNotices(deps),
    // Notices exist already: those of the events that svc-reports has lost stay.
    async onReplaced({ cursorId, head }) {
      const cursors = parts.db.collection<{ _id: string }>('cursors')
      await cursors.updateOne({ _id: cursorId }, { $set: { lastSeq: head }, $unset: { lastId: '' } })
      return 'again'
    },
  })
