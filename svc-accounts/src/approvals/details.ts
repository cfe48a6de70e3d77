import type { ApprovalOperation } from '@cascade/contracts'
import { parseDrawId } from '@cascade/contracts/live'
import type { AccountsDeps } from '../deps'

/** What an approved call does without asking again. */
export const impliedDetails: Partial<Record<ApprovalOperation, Record<string, string>>> = {
  'account.delete': { inPlay: 'settled first' },
  'backup.import': { openDraws: 'confirmed' },
}

type Sent = { path: string; body?: string | undefined; accountId?: string | undefined; drawId?: string | undefined }

/** Shown elsewhere, or without a meaning for a reader. */
const hiddenFields =
  /^(password|authUser|id|role|parentId|userId|toUserId|adminId|drawId|transferAmount|adjustAmount|note|reason)$/

/** Values of body and query as text, with the names of games, and the time of the draw. */
export async function readDetails(
  { games }: Pick<AccountsDeps, 'games'>,
  { path, body = '{}', accountId = '', drawId = '' }: Sent,
): Promise<Record<string, string>> {
  const query = Object.fromEntries(new URL(path, 'http://x').searchParams)
  const draw = parseDrawId(drawId)
  const drawn = draw && { gameId: draw.gameId, draw: new Date(draw.drawAtMs).toISOString() }
  const values = Object.entries({ ...query, ...drawn, ...(JSON.parse(body) as object) }).filter(
    ([name]) => !hiddenFields.test(name),
  )
  // Ids of percentages begin with that of the admin.
  const texts = values.map(([field, value]) => [field, textOf(value).replaceAll(`${accountId}_`, '')] as const)
  const words = [...new Set(texts.flatMap(([, text]) => text.split(/[ ,]+/)))]
  const names = await games.namesByCode(words)
  const withNames = (text: string) => text.replace(/[^ ,]+/g, word => names.get(word) || word)
  return Object.fromEntries(texts.map(([field, text]) => [field, withNames(text)]))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : String(value)
}
