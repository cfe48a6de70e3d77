import { z } from 'zod'
import { Id } from '../define'
import { type AccountRole, backOfficeRoles, sideRoles, treeRoles } from '../roles'
import { maxAmount, Points, toPoints, withTwoDecimals } from '../values/points'
import { freeText } from '../values/text'
import {
  BirthDay,
  Commission,
  coded,
  digits,
  Email,
  name,
  Password,
  percentMissing,
  required,
  text,
} from './field-schemas'

/** On the forms of which levels a field is; where it is optional it may be left empty. */
type Shown = { required?: readonly AccountRole[]; optional?: readonly AccountRole[] }
type OwnInput = 'country' | 'state' | 'city' | 'reference' | 'status' | 'games'

type Entry = {
  /** What forms, the history and pasted tables call it. */
  label: string
  /** Said where it is missing. */
  missing: string
  /** What a create and an edit take. */
  schema: z.ZodType
  /** `plain`: as it is given. `secret`: as a hash with the credentials. `own`: svc-accounts says how (`own-fields.ts`). */
  stored: 'plain' | 'secret' | 'own' | 'alias'
  /** How a read answers it. A plain field is stored like this; one that is not optional has a value for `null`. */
  read?: z.ZodType
  emptied?: string
  /** What a new account has where nothing is given. */
  standard?: string | number | boolean
  input: 'text' | 'area' | 'email' | 'tel' | 'digits' | 'day' | 'percent' | 'points' | 'pin' | 'password' | OwnInput
  /** Characters that the input takes. */
  max?: number
  /** Levels that have it: all unless named. */
  of?: readonly AccountRole[]
  /** Levels that are not created without it. */
  needs?: readonly AccountRole[]
  /** Levels whose edit cannot take it away: those that need it unless named. */
  keeps?: readonly AccountRole[]
  create?: Shown
  edit?: Shown
  /** Of what people change about themselves; whether their form asks for it. */
  profile?: 'required' | 'optional'
  /** In the document of the calls. */
  example?: string | number
}

const managers = ['superareamanager', 'areamanager', 'master'] as const
const areas = ['superareamanager', 'areamanager'] as const
const placed = [...managers, 'player'] as const
const levels = ['admin', ...placed] as const
const everybody = [...treeRoles, ...sideRoles] as const

const ofPerson = {
  read: z.string(),
  needs: everybody,
  create: { required: levels },
  edit: { required: [...levels, ...sideRoles] },
  profile: 'required',
} as const
const place = {
  needs: placed,
  create: { required: placed },
  edit: { required: placed, optional: sideRoles },
  profile: 'required',
} as const
/** Figures that are asked of managers; players and side accounts may have them. */
const reach = {
  stored: 'plain',
  read: z.number().optional(),
  needs: managers,
  create: { required: managers },
  edit: { required: managers, optional: ['player', ...sideRoles] },
  profile: 'required',
} as const
const onAllForms = { create: { required: levels }, edit: { required: levels } } as const

const creditLineMissing = 'Credit Line must be points from 0 to 10,000,000,000.00'
const percent = { missing: percentMissing, schema: Commission, standard: 0, input: 'percent' } as const

const table = {
  firstName: { ...name('First Name'), ...ofPerson, example: 'Asha' },
  lastName: { ...name('Last Name'), ...ofPerson, example: 'Rao' },
  email: {
    label: 'Email',
    missing: required('Email'),
    schema: Email,
    stored: 'plain',
    read: z.string().optional(),
    input: 'email',
    max: 200,
    needs: backOfficeRoles,
    create: { required: ['admin', ...managers] },
    edit: { required: ['admin', ...managers], optional: ['player', ...sideRoles] },
    profile: 'required',
    example: 'asha@example.com',
  },
  phone: { ...digits('Phone', 'tel', 15, required('Phone number')), ...reach, example: 919812345678 },
  dateOfBirth: {
    label: 'Date of Birth',
    missing: required('Date of Birth'),
    schema: BirthDay,
    stored: 'plain',
    read: z.string().optional(),
    input: 'day',
    // Their edit forms ask for it, which the create does not.
    keeps: managers,
    create: { optional: areas },
    edit: { required: managers, optional: ['player'] },
    profile: 'optional',
  },
  country: {
    ...place,
    label: 'Country',
    missing: required('Country'),
    schema: coded(/^[A-Z]{2}$/, required('Country')),
    stored: 'plain',
    read: z.string().optional(),
    input: 'country',
    example: 'IN',
  },
  /** An ISO code, as the country is. */
  state: { ...text('State', 10), ...place, input: 'state', example: 'MH' },
  city: { ...text('City'), ...place, input: 'city', example: 'Pune' },
  address: {
    ...text('Address', 300),
    ...place,
    keeps: managers,
    edit: { required: managers, optional: ['player', ...sideRoles] },
    example: '12 MG Road',
  },
  pinCode: { ...digits('PIN Code', 'digits', 10), ...reach, example: 411001 },
  pin: {
    ...digits('PIN', 'pin', 8),
    stored: 'secret',
    create: { required: placed },
    edit: { optional: placed },
    profile: 'optional',
  },
  password: {
    label: 'Password',
    missing: required('PIN'),
    schema: Password,
    stored: 'secret',
    input: 'password',
    max: 256,
    needs: ['superadmin', ...levels],
    create: { required: levels },
    edit: { optional: levels },
    example: 'correct-horse',
  },
  occupation: {
    ...text('Occupation'),
    schema: freeText().max(100),
    create: { optional: areas },
    edit: { optional: placed },
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
  /** The name that most create forms give the commission. */
  commissionAmount: {
    ...percent,
    label: 'Commission Amount',
    stored: 'alias',
    create: { required: ['admin', ...managers] },
  },
  /** Points that an admin may use (`creditUsed`); none for no limit. */
  creditLine: {
    label: 'Credit Line',
    missing: creditLineMissing,
    schema: withTwoDecimals(
      z.number({ error: creditLineMissing }).min(0, creditLineMissing).max(toPoints(maxAmount), creditLineMissing),
    ),
    stored: 'plain',
    read: Points.optional(),
    input: 'points',
    of: ['admin'],
    edit: { optional: ['admin'] },
  },
  note: {
    ...text('Note', 1000),
    schema: freeText().max(1000),
    read: z.string(),
    emptied: '',
    standard: 'add notes',
    input: 'area',
    create: { optional: placed },
    edit: { optional: [...placed, ...sideRoles] },
  },
  userStatus: {
    ...onAllForms,
    label: 'Status',
    missing: required('Status'),
    schema: z.boolean({ error: required('Status') }),
    stored: 'own',
    read: z.boolean(),
    standard: true,
    input: 'status',
  },
  refId: {
    ...onAllForms,
    label: 'Reference',
    missing: required('Reference'),
    schema: coded(/^[A-Za-z0-9_-]{1,64}$/, required('Reference')),
    stored: 'own',
    input: 'reference',
    of: [...levels, ...sideRoles],
  },
  games: {
    label: 'Games',
    missing: required('Games'),
    schema: z.array(Id).max(200),
    stored: 'own',
    input: 'games',
    of: ['admin'],
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
export type EmptyableField = {
  [Field in PlainField]: Table[Field] extends { emptied: string } | { read: z.ZodOptional } ? Field : never
}[PlainField]
type ReadShape = {
  [Field in AccountField as Table[Field] extends { read: z.ZodType } ? Field : never]: Table[Field] extends {
    read: infer Read
  }
    ? Read
    : never
}

/**
 * Every field that a create or an edit of an account may carry. Inputs, stored accounts, reads, history, forms, labels
 * and texts follow from it: a new field is one more entry, and where it is not plain what the compiler then asks for.
 */
export const accountFields: {
  readonly [Field in AccountField]: Entry & Pick<Table[Field], keyof Table[Field] & ('schema' | 'input' | 'standard')>
} = table
export const accountFieldNames = Object.keys(accountFields) as AccountField[]
const storedAs = (stored: Entry['stored']) => accountFieldNames.filter(name => accountFields[name].stored === stored)
export const plainFields = storedAs('plain') as PlainField[]
export const secretFields = storedAs('secret') as SecretField[]

const readOf = accountFieldNames.flatMap(name => (accountFields[name].read ? [[name, accountFields[name].read]] : []))
/** How a read answers the fields that are told of the account alone. */
export const readShape = Object.fromEntries(readOf) as ReadShape
export type PlainFields = z.infer<z.ZodObject<Pick<ReadShape, PlainField>>>
