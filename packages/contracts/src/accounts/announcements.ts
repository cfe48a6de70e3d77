import { z } from 'zod'
import { auditAs } from '../audit'
import { CallerQuery, endpoint, IdParams, ListQuery, listResponseOf, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { treeRoles } from '../roles'
import { freeText } from '../values/text'

/** Maximum announcements per account; each is removed 30 days after its end. */
export const announcementsMax = 20

export const announcementTexts = {
  created: 'Announcement published.',
  changed: 'Announcement saved.',
  removed: 'Announcement deleted.',
  order: 'The end must be after the start',
  full: `An account has at most ${announcementsMax} announcements. Please delete one first.`,
} as const

export const announcementLevels = ['info', 'warning'] as const

const shape = {
  text: freeText('Text is required').min(1, 'Text is required').max(500),
  /** Readers: accounts of these roles among the author and its subtree. */
  roles: z.array(z.enum(treeRoles)).min(1, 'Choose a role').max(treeRoles.length),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The reader can close `info`, but not `warning`. */
  level: z.enum(announcementLevels),
}

export const AnnouncementInput = z
  .strictObject(shape)
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { message: announcementTexts.order, path: ['to'] })
export type AnnouncementInput = z.infer<typeof AnnouncementInput>

export const Announcement = z.object({ _id: z.string(), ...shape })
export type Announcement = z.infer<typeof Announcement>

export const CurrentAnnouncement = Announcement.omit({ roles: true }).extend({
  /** Username of the author. */
  by: z.string(),
})
export type CurrentAnnouncement = z.infer<typeof CurrentAnnouncement>

/** Beyond the specification. Authors list, change and delete only their own announcements. */
export const announcementApi = {
  current: endpoint({
    id: 'accounts.announcement.current',
    domain: 'accounts',
    route: 'GET /announcements/current',
    permission: 'any',
    summary: "Announcements for the caller that are in force: the caller's own and those of accounts above",
    response: responseOf(z.array(CurrentAnnouncement)),
  }),
  list: endpoint({
    id: 'accounts.announcement.list',
    domain: 'accounts',
    route: 'GET /announcements',
    permission: 'announcements.manage',
    summary: "The caller's announcements, latest start first",
    query: z.strictObject({ ...CallerQuery.shape, page: ListQuery.shape.page, size: ListQuery.shape.size }),
    response: listResponseOf(Announcement),
  }),
  create: endpoint({
    id: 'accounts.announcement.create',
    domain: 'accounts',
    route: 'POST /announcements',
    permission: 'announcements.manage',
    audit: auditAs('Announcement published', 'published an announcement'),
    summary: 'Publish an announcement to roles of the own subtree',
    body: AnnouncementInput,
    response: responseOf(Announcement),
    creates: true,
  }),
  change: endpoint({
    id: 'accounts.announcement.change',
    domain: 'accounts',
    route: 'PUT /announcements/:id',
    permission: 'announcements.manage',
    audit: auditAs('Announcement changed', 'changed an announcement'),
    summary: "Replace one of the caller's announcements",
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: AnnouncementInput,
    response: responseOf(Announcement),
  }),
  remove: endpoint({
    id: 'accounts.announcement.remove',
    domain: 'accounts',
    route: 'DELETE /announcements/:id',
    permission: 'announcements.manage',
    audit: auditAs('Announcement deleted', 'deleted an announcement'),
    summary: "Delete one of the caller's announcements",
    errors: ['NOT_FOUND'],
    params: IdParams,
    response: SuccessResponse,
  }),
}

export const announcementExample: Announcement = {
  _id: 'id-announcement',
  text: 'Draws pause on Monday from 06:00 to 07:00.',
  roles: ['master', 'player'],
  from: '2026-01-05T10:00:00.000Z',
  to: '2026-01-12T07:00:00.000Z',
  level: 'info',
}

export const announcementExamples = (): ExamplesOf<typeof announcementApi> => {
  const { _id, ...body } = announcementExample
  const { roles: _roles, ...current } = announcementExample
  return {
    fields: { id: _id, data: announcementExample },
    current: { response: { data: [{ ...current, by: 'admin1' }] } },
    list: { query: { page: 1, size: 10 }, response: { data: [announcementExample], total: 1 } },
    create: { body, response: { message: announcementTexts.created } },
    change: { body, response: { message: announcementTexts.changed } },
    remove: { response: { message: announcementTexts.removed } },
  }
}
