import { permissions } from '@cascade/contracts'
import type { Confidential, DrawDocument, DrawRecord } from '@cascade/contracts/live'
import { type Finding, findingFromFaults } from './finding'

type Draw = { record: DrawRecord; description: DrawDocument['description'] }

/** Checks that the result was chosen by an operator of this game at a permitted time. */
export function chooserFinding({ record, description }: Draw, { manual }: Confidential): Finding {
  if (!manual) return findingFromFaults('chooser', 'No operator chose the result.', [])
  const { by, at } = manual
  const drawMs = Date.parse(record.drawAt)
  const lockMs = drawMs - description.draw.lockSeconds * 1000
  const isCorrection = record.resultVersion > 1
  return findingFromFaults('chooser', `${by.username} chose the result at ${at}.`, [
    operatorFault(by, record, permissions['live.control']),
    !isCorrection && Date.parse(at) >= lockMs && `The result was chosen at ${at}, after the draw had locked.`,
    isCorrection && Date.parse(at) < drawMs && `The result was corrected at ${at}, before the draw.`,
  ])
}

type Operator = NonNullable<Confidential['manual']>['by']

/** @param roles permitted roles; an admin only for own games */
export function operatorFault(
  { accountId, username, role }: Operator,
  { adminId }: Pick<DrawRecord, 'adminId'>,
  roles: readonly string[],
): string | undefined {
  if (!roles.includes(role)) return `${username} is no operator who may do that.`
  return role === 'admin' && accountId !== adminId ? `${username} is the admin of other games.` : undefined
}
