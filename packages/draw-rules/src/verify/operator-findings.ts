import { permissions } from '@cascade/contracts'
import {
  type Confidential,
  changesPerRecordMax,
  type DrawChange,
  type DrawDocument,
  type DrawRecord,
  type SealedRecord,
} from '@cascade/contracts/live'
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
function operatorFault(
  { accountId, username, role }: Operator,
  { adminId }: Pick<DrawRecord, 'adminId'>,
  roles: readonly string[],
): string | undefined {
  if (!roles.includes(role)) return `${username} is no operator who may do that.`
  return role === 'admin' && accountId !== adminId ? `${username} is the admin of other games.` : undefined
}

/** Checks that the listed changes are consistent and lead to the figures that decided the draw. */
export function changesFinding(record: DrawRecord, { changes, winpercentage }: Confidential): Finding {
  const isWhole = changes.length < changesPerRecordMax
  return findingFromFaults('changes', `It lists ${changes.length} changes since the draw before.`, [
    record.resultVersion > 1 && changes.length > 0 && 'A correction lists no changes.',
    ...changes.map(change => changeFault(change, record)),
    changes.some(({ at }, index) => Date.parse(at) < Date.parse(changes[index - 1]?.at ?? at)) &&
      'The changes are not in the order in which they were made.',
    stepsFault(changes, 'percentage', isWhole && winpercentage),
    stepsFault(changes, 'description', isWhole && String(record.gameVersion)),
    changes.some(({ what, to }) => what === 'description' && Number(to) > record.gameVersion) &&
      'A later description is listed than the one that the draw followed.',
  ])
}

const formats: Readonly<Record<DrawChange['what'], RegExp>> = {
  balance: /^(0|-?[1-9]\d*)$/,
  percentage: /^(0|[1-9]\d{0,3}|10000)$/,
  description: /^[1-9]\d*$/,
}

/** Superadmins and admins change balances and percentages; only superadmins change descriptions. */
const rolesFor = {
  balance: permissions['live.control'],
  percentage: permissions['percentages.write'],
  description: permissions['games.write'],
} satisfies Record<DrawChange['what'], readonly string[]>

function changeFault({ what, from, to, by }: DrawChange, record: DrawRecord): string | undefined {
  const isWellFormed = [from, to].every(value => formats[what].test(value))
  if (!isWellFormed) return `A change of the ${what} from ${from} to ${to} is none.`
  if (what === 'description' && Number(to) !== Number(from) + 1)
    return `Between versions ${from} and ${to} one is missing.`
  return by ? operatorFault(by, record, rolesFor[what]) : undefined
}

/**
 * Checks that the changes of a figure connect, and end with the value that decided the draw. Changes of the same moment
 * may be listed in either order, so only the unmatched ends are compared.
 */
function stepsFault(changes: readonly DrawChange[], what: Figure, end: string | null | false): string | undefined {
  const own = changes.filter(change => change.what === what)
  if (own.length === 0) return undefined
  const ends = unmatched(own, 'to', 'from')
  if (ends.length > 1) return `A change of the ${what} is missing between ${ends.join(' and ')}.`
  return end === null || end === false || leads(own, 'to', end)
    ? undefined
    : `The ${what} was ${end}, to which no change that is listed leads.`
}

type Figure = 'percentage' | 'description'
type End = 'from' | 'to'

/** Values at one end of the changes without a counterpart at the other end. */
function unmatched(own: readonly DrawChange[], end: End, other: End): string[] {
  const values = own.map(change => change[end])
  for (const change of own) {
    const at = values.indexOf(change[other])
    if (at >= 0) values.splice(at, 1)
  }
  return values
}

/** Whether the changes begin or end with a value; any of their values if they form a cycle. */
function leads(own: readonly DrawChange[], end: End, value: string): boolean {
  const [only] = unmatched(own, end, end === 'to' ? 'from' : 'to')
  return only === undefined ? own.some(change => change[end] === value) : only === value
}

type Version = Pick<SealedRecord, 'confidential'> & {
  record: Pick<SealedRecord['record'], 'gameVersion' | 'resultVersion'>
}

/**
 * A figure that changed between two consecutive first results without being listed. Checked only if both list all
 * changes.
 */
export function unlistedChange(version: Version, before: Version): string | undefined {
  const [confidential, earlier] = [version.confidential, before.confidential]
  const isFirst = version.record.resultVersion === 1 && before.record.resultVersion === 1
  if (!confidential || !earlier || !isFirst) return undefined
  if ([confidential, earlier].some(({ changes }) => changes.length >= changesPerRecordMax)) return undefined
  const figures: readonly [Figure, from: string | null, to: string | null][] = [
    ['percentage', earlier.winpercentage, confidential.winpercentage],
    ['description', String(before.record.gameVersion), String(version.record.gameVersion)],
  ]
  for (const [what, from, to] of figures) {
    const own = confidential.changes.filter(change => change.what === what)
    const isListed =
      own.length > 0 ? from === null || leads(own, 'from', from) : from === null || to === null || from === to
    if (!isListed) return `The ${what} was ${from} in the record before, and its change is not listed.`
  }
  return undefined
}
