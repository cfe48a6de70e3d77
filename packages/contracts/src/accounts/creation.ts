import { z } from 'zod'
import { Id } from '../define'
import { type TreeRole, treeRoles } from '../roles'
import { type AccountRow, accountRowSchema } from './account-input'

/** Maximum accounts of one bulk creation, and bytes of its request. */
export const newAccountsPerRunMax = 500
export const creationBytesMax = 1_500_000
export const tooManyRowsText = `At most ${newAccountsPerRunMax} rows at once`

/** Accounts of one level to create; with `parentId`, all below this account. */
export type CreationInput = { role: TreeRole; parentId?: string | undefined; rows: AccountRow[] }
type CreatedRole = (typeof createdRoles)[number]
const [, ...createdRoles] = treeRoles
/** A row of a bulk creation, by its level. */
export const accountRows = Object.fromEntries(createdRoles.map(role => [role, accountRowSchema(role)])) as Record<
  CreatedRole,
  z.ZodType<AccountRow>
>
const creationOf = (role: CreatedRole) =>
  z.strictObject({
    role: z.literal(role),
    parentId: Id.optional(),
    rows: z.array(accountRows[role]).min(1).max(newAccountsPerRunMax, tooManyRowsText),
  })
export const CreationInput: z.ZodType<CreationInput> = z.discriminatedUnion('role', [
  creationOf(createdRoles[0]),
  ...createdRoles.slice(1).map(creationOf),
])
