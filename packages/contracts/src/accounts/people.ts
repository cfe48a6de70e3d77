import { z } from 'zod'
import { approvalOf } from '../approval'
import { asNote, auditAs } from '../audit'
import { CallerQuery, endpoint, Id, IdParams, ListQuery, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { codeText, freeText, nameText } from '../values/text'
import { newPasswordSchema } from './auth'

/** Maximum people of an account. */
export const peopleMax = 100
/** Maximum rights of an account's own. */
export const ownRightsMax = 20

/** Maximum minutes of an elevation. */
export const elevationMinutesMax = 480

export const peopleTexts = {
  created: 'Person added.',
  changed: 'Person saved.',
  removed: 'Person removed.',
  rightsSaved: 'Rights saved.',
  rightsRemoved: 'Rights removed.',
  usernameTaken: 'This username is taken.',
  full: `An account has at most ${peopleMax} people.`,
  rightsFull: `An account has at most ${ownRightsMax} rights of its own.`,
  rightsUsed: 'People have these rights. Please give them other ones first.',
  rightsUnknown: 'The account has no such rights.',
  reason: 'Reason is required',
  beyondRole: 'The role of the account does not have this permission.',
} as const

const username = codeText('Username is required').regex(
  /^[A-Za-z][A-Za-z0-9_.-]{2,31}$/,
  'Letters, digits, dot, dash and underscore; 3 to 32',
)
const fields = {
  name: nameText('Name is required').min(1, 'Name is required').max(100),
  email: z.email('Please enter a valid email.').max(200).or(z.literal('')),
  /** One of the standard rights, or the id of the account's own. */
  rights: Id,
}

export const NewPerson = z.strictObject({
  ...fields,
  username,
  password: newPasswordSchema(),
  email: fields.email.optional(),
})
export type NewPerson = z.infer<typeof NewPerson>

/** Fields that are left out keep their value. */
export const PersonChange = z
  .strictObject({ ...fields, password: newPasswordSchema(), status: z.enum(['active', 'inactive']) })
  .partial()
export type PersonChange = z.infer<typeof PersonChange>

const Elevation = z.object({ rights: z.string(), until: z.iso.datetime() })

export const ElevationInput = z.strictObject({
  /** One of the standard rights, or the id of the account's own. */
  rights: Id,
  minutes: z.number().int().min(1).max(elevationMinutesMax),
  reason: freeText(peopleTexts.reason).min(1, peopleTexts.reason).max(200),
})
export type ElevationInput = z.infer<typeof ElevationInput>

export const Person = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  rights: z.string(),
  /** Further rights until a moment. */
  elevation: Elevation.optional(),
  status: z.enum(['active', 'inactive']),
  lastLogin: z.iso.datetime().nullable(),
  factors: z.array(z.enum(['totp', 'passkey'])),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof Person>

/** Superiors name an account below. */
export const OfAccountQuery = z.strictObject({ ...CallerQuery.shape, userId: Id.optional() })

export const peopleApi = {
  list: endpoint({
    id: 'accounts.person.list',
    domain: 'accounts',
    route: 'GET /people',
    permission: 'people.manage',
    summary: `The people of the caller's account, or of one below; at most ${peopleMax}`,
    errors: ['NOT_FOUND'],
    query: OfAccountQuery.extend({ page: ListQuery.shape.page, size: ListQuery.shape.size }),
    response: responseOf(z.array(Person), { total: z.number().int() }),
  }),
  create: endpoint({
    id: 'accounts.person.create',
    domain: 'accounts',
    route: 'POST /people',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Person added', 'added a person'),
    summary: 'Add a person who signs in with an own username and acts for the account within its rights',
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
    query: OfAccountQuery,
    body: NewPerson,
    response: responseOf(Person),
    creates: true,
  }),
  change: endpoint({
    id: 'accounts.person.change',
    domain: 'accounts',
    route: 'PUT /people/:id',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Person changed', 'changed a person'),
    summary: 'Change a person; a deactivation and a new password end its sessions',
    errors: ['NOT_FOUND'],
    params: IdParams,
    query: OfAccountQuery,
    body: PersonChange,
    response: responseOf(Person),
  }),
  elevate: endpoint({
    id: 'accounts.person.elevate',
    domain: 'accounts',
    route: 'POST /people/:id/elevate',
    permission: 'people.manage',
    right: 'any',
    stepUp: 'always',
    approval: approvalOf(({ reason }: ElevationInput) => ({ operation: 'people.elevate', note: reason })),
    audit: ({ body }) => ({ subject: 'Rights elevated', does: 'asked for further rights', note: asNote(body.reason) }),
    summary: 'Ask for further rights for some minutes; for the calling person itself, decided by owner or superior',
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: ElevationInput,
    response: responseOf(Person),
  }),
  remove: endpoint({
    id: 'accounts.person.remove',
    domain: 'accounts',
    route: 'DELETE /people/:id',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Person removed', 'removed a person'),
    summary: 'Remove a person; its username is not used again',
    errors: ['NOT_FOUND'],
    params: IdParams,
    query: OfAccountQuery,
    response: SuccessResponse,
  }),
}

const personExample: Person = {
  _id: 'id-person',
  name: 'Anita Rao',
  username: 'anita',
  email: 'anita@example.com',
  rights: 'cashier',
  status: 'active',
  lastLogin: '2026-01-05T10:00:00.000Z',
  factors: ['totp'],
  createdAt: '2026-01-05T10:00:00.000Z',
}
export const peopleExamples = (): ExamplesOf<typeof peopleApi> => ({
  fields: { id: 'id-person', total: 1, ...personExample },
  list: { response: { data: [personExample] } },
  create: {
    body: { name: 'Anita Rao', username: 'anita', password: 'a-long-password', rights: 'cashier' },
    response: { message: peopleTexts.created, data: { ...personExample, lastLogin: null, factors: [] } },
  },
  change: { body: { status: 'inactive' }, response: { data: { ...personExample, status: 'inactive' } } },
  elevate: {
    body: { rights: 'manager', minutes: 30, reason: 'The owner is travelling' },
    response: { data: { ...personExample, elevation: { rights: 'manager', until: '2026-01-05T10:30:00.000Z' } } },
  },
})
