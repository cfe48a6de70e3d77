import { z } from 'zod'
import { type Role, treeRoles } from '../../roles'

/** The other transfer of a reversal; `by` is the username of its actor. */
export const TransferLink = z.object({ transferId: z.string(), createdAt: z.iso.datetime(), by: z.string() })
export type TransferLink = z.infer<typeof TransferLink>

/** Fields of every row that shows a transfer. */
export const reversalFields = {
  reverses: TransferLink.optional(),
  reversedBy: TransferLink.optional(),
  /** Until when the caller may reverse it; absent if the caller may not. */
  reversibleUntil: z.iso.datetime().optional(),
}

const reversalDays = 30
const reversibleKinds: readonly string[] = ['transfer', 'generated', 'credit', 'debit']

type Reversible = {
  kind: string
  createdAt: Date
  by: { username: string; role: string } | null
  reversedBy?: unknown
}

/** The end of the period in which a transfer can be reversed; undefined for a kind that cannot. */
export const reversalEndOf = ({ kind, createdAt }: Pick<Reversible, 'kind' | 'createdAt'>): Date | undefined =>
  reversibleKinds.includes(kind) ? new Date(createdAt.getTime() + reversalDays * 86_400_000) : undefined

/**
 * `reversibleUntil` of a row that the viewer may see. An actor in the row is on the line above its accounts, as is the
 * viewer: their roles tell who is above.
 */
export function reversibleUntil(row: Reversible, viewer: { username: string; role: Role }): string | undefined {
  const { by, reversedBy } = row
  if (!by || reversedBy) return undefined
  const rankOf = (role: string) => (treeRoles as readonly string[]).indexOf(role)
  const isAbove = viewer.role === 'superadmin' || rankOf(viewer.role) < rankOf(by.role)
  return by.username === viewer.username || isAbove ? reversalEndOf(row)?.toISOString() : undefined
}
