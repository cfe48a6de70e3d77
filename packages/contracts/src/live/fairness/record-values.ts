import { z } from 'zod'
import { Id } from '../../define'
import { Role } from '../../roles'

/** Hundredths as a decimal string: JSON numbers lose digits in some languages. */
export const Hundredths = z.string().regex(/^(0|-?[1-9]\d{0,17})$/)
export const Hash = z.string().regex(/^[0-9a-f]{64}$/)
export const TicketSalt = z.string().regex(/^[0-9a-f]{32}$/)
export const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)
export const LegKey = z.string().regex(/^[a-z][a-z0-9]{0,15}:[A-Za-z0-9-]{1,40}$/)
export const ResultText = z.string().regex(/^[A-Za-z0-9-]{1,50}$/)
export const Count = z.number().int().min(0)

export const Booster = z.union([z.literal(1), z.literal(2)])
export type Booster = z.infer<typeof Booster>

export const DrawActor = z.strictObject({
  accountId: Id.describe('Account of the operator.'),
  username: z.string().min(1).max(64).describe('Its username at that moment.'),
  role: Role.describe('Its role at that moment.'),
  person: z
    .strictObject({
      id: Id.describe('Id of the person.'),
      name: z.string().min(1).max(100).describe('Its name at that moment.'),
    })
    .optional()
    .describe('Person who acted for the account; absent for its own login.'),
  approvedBy: z.string().min(1).max(64).optional().describe('Username of the second person who approved it.'),
})
