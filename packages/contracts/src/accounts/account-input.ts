import { z } from 'zod'
import { Id } from '../define'
import type { AccountRole } from '../roles'
import { isPastDate, pastDate } from '../values/days'
import { withTwoDecimals } from '../values/points'

/** Texts of the specification; the password shares the PIN's. */
export const accountTexts = {
  firstName: 'First Name is required',
  lastName: 'Last Name is required',
  email: 'Email is required',
  phone: 'Phone number is required',
  dateOfBirth: 'Date of Birth is required',
  country: 'Country is required',
  state: 'State is required',
  city: 'City is required',
  address: 'Address is required',
  pinCode: 'PIN Code is required',
  pin: 'PIN is required',
  password: 'PIN is required',
  refId: 'Reference is required',
  userStatus: 'Status is required',
} as const

/** Said after a success. */
export const accountDone = {
  created: 'User created successfully!',
  updated: 'User updated successfully!',
} as const

export const commissionText = 'Commission must be a number'

const text = (message: string, max = 100) =>
  z.string({ error: message }).trim().min(1, message).max(max, `At most ${max} characters`)
const digits = (message: string, max: number) =>
  z.number({ error: message }).int(message).min(0, message).max(max, `At most ${max}`)

/** `YYYY-MM-DD`, or a full ISO time of which the day counts; a day before today, in our calendar. */
const Day = z
  .string({ error: accountTexts.dateOfBirth })
  .regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, 'Not a date')
  .meta({ format: pastDate })
  .transform(value => value.slice(0, 10))
  .refine(isPastDate, 'Not a past date')

/** Percent from 0 to 100 with at most two decimals. */
export const Commission = withTwoDecimals(
  z.number({ error: commissionText }).min(0, 'Must be between 0 and 100').max(100, 'Must be between 0 and 100'),
)

export const Password = z
  .string({ error: accountTexts.password })
  .min(6, 'Password must be at least 6 characters')
  .max(256, 'At most 256 characters')

const fields = {
  firstName: text(accountTexts.firstName),
  lastName: text(accountTexts.lastName),
  email: z
    .email({ error: issue => (issue.input ? 'Not an email address' : accountTexts.email) })
    .regex(/^.{1,64}@/, 'Not an email address')
    .max(200),
  phone: digits(accountTexts.phone, 999_999_999_999_999),
  dateOfBirth: Day,
  country: z.string({ error: accountTexts.country }).regex(/^[A-Z]{2}$/, accountTexts.country),
  state: text(accountTexts.state, 10),
  city: text(accountTexts.city),
  address: text(accountTexts.address, 300),
  pinCode: digits(accountTexts.pinCode, 9_999_999_999),
  pin: digits(accountTexts.pin, 99_999_999),
  password: Password,
  occupation: z.string().trim().max(100),
  commission: Commission,
  commissionAmount: Commission,
  note: z.string().trim().max(1000),
  userStatus: z.boolean({ error: accountTexts.userStatus }),
  refId: z.string({ error: accountTexts.refId }).regex(/^[A-Za-z0-9_-]{1,64}$/, accountTexts.refId),
  games: z.array(Id).max(200),
}
export type AccountField = keyof typeof fields

/** Accepted because forms carry them, and ignored: role comes from the path, identity from the token. */
const ignored = { role: z.string().optional(), authUser: z.unknown().optional() }

const placed = ['firstName', 'lastName', 'country', 'state', 'city', 'address', 'password'] as const
const reachable = [...placed, 'email', 'phone', 'pinCode'] as const

/** Fields that must be present to create an account of each role; every other field is optional. */
export const requiredFields: Readonly<Record<AccountRole, readonly AccountField[]>> = {
  superadmin: ['firstName', 'lastName', 'email', 'password'],
  admin: ['firstName', 'lastName', 'email', 'password'],
  superareamanager: reachable,
  areamanager: reachable,
  master: reachable,
  player: placed,
  gift: ['firstName', 'lastName'],
  loan: ['firstName', 'lastName'],
  otc: ['firstName', 'lastName'],
}

/** Never without a value: secrets, and what is decided above. */
const kept = ['password', 'pin', 'userStatus', 'refId', 'games', 'commission', 'commissionAmount'] as const
type EmptyableField = Exclude<AccountField, (typeof kept)[number] | 'firstName' | 'lastName'>

/** The edit forms from super area manager to master ask for the date of birth, which the create does not. */
const keepsBirth: readonly AccountRole[] = ['superareamanager', 'areamanager', 'master']

/** Fields that an edit may take away with `null`: what a create does not ask for, and the address of a player. */
export function emptyableFields(role: AccountRole): readonly EmptyableField[] {
  const stays: readonly AccountField[] = [
    ...kept,
    ...requiredFields[role].filter(field => role !== 'player' || field !== 'address'),
    ...(keepsBirth.includes(role) ? (['dateOfBirth'] as const) : []),
  ]
  return (Object.keys(fields) as AccountField[]).filter((field): field is EmptyableField => !stays.includes(field))
}

/** Optional fields that an account of this role does not have at all. */
const absent = (role: AccountRole): readonly AccountField[] => {
  if (role === 'admin') return []
  return role === 'superadmin' ? ['games', 'refId'] : ['games']
}

const partial = z.object(fields).partial().shape

function inputOf(role: AccountRole, shapeOfRole: Readonly<Record<string, z.ZodType>>) {
  const shape: Record<string, z.ZodType> = { ...partial, ...ignored, ...shapeOfRole }
  for (const field of absent(role)) delete shape[field]
  return z.strictObject(shape)
}

/** Body of a create for accounts of `role`: strict, so that no server field can be smuggled in. */
export function createInputOf(role: AccountRole): z.ZodType<CreateAccountInput> {
  const required = requiredFields[role].map(field => [field, fields[field]])
  return inputOf(role, Object.fromEntries(required)) as unknown as z.ZodType<CreateAccountInput>
}

/** Body of an edit: any of the fields that an account of `role` has; `null` takes an emptyable one away. */
export function updateInputOf(role: AccountRole): z.ZodType<UpdateAccountInput> {
  const emptyable = emptyableFields(role).map(field => [field, fields[field].nullable().optional()])
  return inputOf(role, Object.fromEntries(emptyable)) as unknown as z.ZodType<UpdateAccountInput>
}

const AllFields = z.object({ ...partial, ...ignored })
type AnyFields = z.infer<typeof AllFields>
export type UpdateAccountInput = Omit<AnyFields, EmptyableField> & {
  [Field in EmptyableField]?: AnyFields[Field] | null
}
export type CreateAccountInput = AnyFields & { firstName: string; lastName: string }
