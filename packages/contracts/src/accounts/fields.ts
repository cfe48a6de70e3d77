import { z } from 'zod'
import { Id } from '../define'
import { backOfficeRoles, sideRoles, treeRoles } from '../roles'
import { amountMax, Points, toPoints, withTwoDecimals } from '../values/points'
import { freeText } from '../values/text'
import type { Entry } from './field-entry'
import {
  BirthDay,
  Commission,
  choiceField,
  codeField,
  digitsField,
  Email,
  nameField,
  Password,
  percentMissing,
  requiredText,
  textField,
} from './field-schemas'

const managers = ['superareamanager', 'areamanager', 'master'] as const
const areas = ['superareamanager', 'areamanager'] as const
const addressed = [...managers, 'player'] as const
const levels = ['admin', ...addressed] as const
const allLevels = [...treeRoles, ...sideRoles] as const

const personFields = {
  read: z.string(),
  requiredFor: allLevels,
  create: { required: levels },
  edit: { required: [...levels, ...sideRoles] },
  profile: 'required',
} as const
const addressFields = {
  requiredFor: addressed,
  create: { required: addressed },
  edit: { required: addressed, optional: sideRoles },
  profile: 'required',
} as const
/** Required for managers; optional for players and side accounts. */
const contactFields = {
  stored: 'plain',
  read: z.number().optional(),
  requiredFor: managers,
  create: { required: managers },
  edit: { required: managers, optional: ['player', ...sideRoles] },
  profile: 'required',
} as const
const onAllForms = { create: { required: levels }, edit: { required: levels } } as const

export const settlementPeriods = ['week', 'day'] as const
export type SettlementPeriod = (typeof settlementPeriods)[number]
const settlementLevels = { all: 'Every level', admin: 'Admin only' } as const
const branchRules = { roles: ['admin'], edit: { optional: ['admin'] }, profile: 'optional' } as const

const creditLineMissing = 'Credit Line must be points from 0 to 10,000,000,000.00'
const percent = { missing: percentMissing, schema: Commission, defaultValue: 0, input: 'percent' } as const

const table = {
  firstName: { ...nameField('First Name'), ...personFields, example: 'Asha' },
  lastName: { ...nameField('Last Name'), ...personFields, example: 'Rao' },
  email: {
    label: 'Email',
    missing: requiredText('Email'),
    schema: Email,
    stored: 'plain',
    read: z.string().optional(),
    input: 'email',
    max: 200,
    requiredFor: backOfficeRoles,
    create: { required: ['admin', ...managers] },
    edit: { required: ['admin', ...managers], optional: ['player', ...sideRoles] },
    profile: 'required',
    example: 'asha@example.com',
  },
  phone: { ...digitsField('Phone', 'tel', 15, requiredText('Phone number')), ...contactFields, example: 919812345678 },
  dateOfBirth: {
    label: 'Date of Birth',
    missing: requiredText('Date of Birth'),
    schema: BirthDay,
    stored: 'plain',
    read: z.string().optional(),
    input: 'day',
    // The edit forms of managers require it, the create forms do not.
    notClearableFor: managers,
    create: { optional: areas },
    edit: { required: managers, optional: ['player'] },
    profile: 'optional',
  },
  country: {
    ...addressFields,
    label: 'Country',
    missing: requiredText('Country'),
    schema: codeField(/^[A-Z]{2}$/, requiredText('Country')),
    stored: 'plain',
    read: z.string().optional(),
    input: 'country',
    example: 'IN',
  },
  /** ISO code, like the country. */
  state: { ...textField('State', 10), ...addressFields, input: 'state', example: 'MH' },
  city: { ...textField('City'), ...addressFields, input: 'city', example: 'Pune' },
  address: {
    ...textField('Address', 300),
    ...addressFields,
    notClearableFor: managers,
    edit: { required: managers, optional: ['player', ...sideRoles] },
    example: '12 MG Road',
  },
  pinCode: { ...digitsField('PIN Code', 'digits', 10), ...contactFields, example: 411001 },
  pin: {
    ...digitsField('PIN', 'pin', 8),
    stored: 'secret',
    create: { required: addressed },
    edit: { optional: addressed },
    profile: 'optional',
  },
  password: {
    label: 'Password',
    missing: requiredText('PIN'),
    schema: Password,
    stored: 'secret',
    input: 'password',
    max: 256,
    requiredFor: ['superadmin', ...levels],
    create: { required: levels },
    edit: { optional: levels },
    example: 'correct-horse',
  },
  occupation: {
    ...textField('Occupation'),
    schema: freeText().max(100),
    create: { optional: areas },
    edit: { optional: addressed },
    profile: 'optional',
  },
  commission: {
    ...percent,
    label: 'Commission',
    stored: 'own',
    read: withTwoDecimals(z.number()),
    create: { required: ['player'] },
    edit: { required: [...levels, ...sideRoles] },
  },
  /** Name of the commission in most create forms. */
  commissionAmount: {
    ...percent,
    label: 'Commission Amount',
    stored: 'alias',
    create: { required: ['admin', ...managers] },
  },
  /** Maximum `creditUsed` of an admin; none: unlimited. */
  creditLine: {
    label: 'Credit Line',
    missing: creditLineMissing,
    schema: withTwoDecimals(
      z.number({ error: creditLineMissing }).min(0, creditLineMissing).max(toPoints(amountMax), creditLineMissing),
    ),
    stored: 'plain',
    read: Points.optional(),
    input: 'points',
    roles: ['admin'],
    edit: { optional: ['admin'] },
  },
  /** Length of the periods that all accounts of the branch close. */
  settlementPeriod: { ...choiceField('Settlement Period', { week: 'Week', day: 'Day' }), ...branchRules },
  /** All levels close their own periods, or only the admin does. */
  settlementLevels: { ...choiceField('Settled By', settlementLevels), ...branchRules },
  note: {
    ...textField('Note', 1000),
    schema: freeText().max(1000),
    read: z.string(),
    emptyValue: '',
    defaultValue: 'add notes',
    input: 'area',
    create: { optional: addressed },
    edit: { optional: [...addressed, ...sideRoles] },
  },
  userStatus: {
    ...onAllForms,
    label: 'Status',
    missing: requiredText('Status'),
    schema: z.boolean({ error: requiredText('Status') }),
    stored: 'own',
    read: z.boolean(),
    defaultValue: true,
    input: 'status',
  },
  refId: {
    ...onAllForms,
    label: 'Reference',
    missing: requiredText('Reference'),
    schema: codeField(/^[A-Za-z0-9_-]{1,64}$/, requiredText('Reference')),
    stored: 'own',
    input: 'reference',
    roles: [...levels, ...sideRoles],
  },
  games: {
    label: 'Games',
    missing: requiredText('Games'),
    schema: z.array(Id).max(200),
    stored: 'own',
    input: 'games',
    roles: ['admin'],
    create: { optional: ['admin'] },
    edit: { optional: ['admin'] },
  },
} as const satisfies Record<string, Entry>

type Table = typeof table
export type AccountField = keyof Table
type StoredAs<Stored extends Entry['stored']> = {
  [Field in AccountField]: Table[Field]['stored'] extends Stored ? Field : never
}[AccountField]
export type PlainField = StoredAs<'plain'>
export type SecretField = StoredAs<'secret'>
export type OwnField = StoredAs<'own'>
export type ClearableField = {
  [Field in PlainField]: Table[Field] extends { emptyValue: string } | { read: z.ZodOptional } ? Field : never
}[PlainField]
type ReadShape = {
  [Field in AccountField as Table[Field] extends { read: z.ZodType } ? Field : never]: Table[Field] extends {
    read: infer Read
  }
    ? Read
    : never
}

/**
 * Every field of an account that a create or an edit may contain. Inputs, stored accounts, responses, history, forms,
 * labels and messages are derived from this table: a new field is one more entry, plus whatever the compiler reports
 * for fields that are not plain.
 */
export const accountFields: {
  readonly [Field in AccountField]: Entry &
    Pick<Table[Field], keyof Table[Field] & ('schema' | 'input' | 'defaultValue')>
} = table
export const accountFieldNames = Object.keys(accountFields) as AccountField[]
const storedAs = (stored: Entry['stored']) => accountFieldNames.filter(name => accountFields[name].stored === stored)
export const plainFields = storedAs('plain') as PlainField[]
export const secretFields = storedAs('secret') as SecretField[]

const readOf = accountFieldNames.flatMap(name => (accountFields[name].read ? [[name, accountFields[name].read]] : []))
/** Response schemas of the fields that depend on the account alone. */
export const readShape = Object.fromEntries(readOf) as ReadShape
export type PlainFields = z.infer<z.ZodObject<Pick<ReadShape, PlainField>>>
