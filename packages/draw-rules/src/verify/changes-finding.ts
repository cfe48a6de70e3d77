import { permissions } from '@cascade/contracts'
import { type Confidential, changesPerRecord, type DrawChange, type DrawRecord } from '@cascade/contracts/live'
import { operatorFault } from './chooser-finding'
import { type Finding, findingOf } from './finding'

/** Whether the changes that a record lists fit each other, and lead to the figures that decided the draw. */
export function changesFinding(record: DrawRecord, { changes, winpercentage }: Confidential): Finding {
  const isWhole = changes.length < changesPerRecord
  return findingOf('changes', `It lists ${changes.length} changes since the draw before.`, [
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

/** Superadmins and admins add to balances and set percentages; superadmins describe games. */
const rolesFor = {
  balance: permissions['live.control'],
  percentage: permissions['percentages.write'],
  description: permissions['games.write'],
} satisfies Record<DrawChange['what'], readonly string[]>

function changeFault({ what, from, to, by }: DrawChange, record: DrawRecord): string | undefined {
  const isWritten = [from, to].every(value => formats[what].test(value))
  if (!isWritten) return `A change of the ${what} from ${from} to ${to} is none.`
  if (what === 'description' && Number(to) !== Number(from) + 1)
    return `Between versions ${from} and ${to} one is missing.`
  return by ? operatorFault(by, record, rolesFor[what]) : undefined
}

/**
 * The changes of a figure lead from one value to the next, and to the one that decided the draw. Two of one moment may be
 * listed in either order, so that only what they begin and end with is compared.
 */
function stepsFault(
  changes: readonly DrawChange[],
  what: 'percentage' | 'description',
  end: string | null | false,
): string | undefined {
  const own = changes.filter(change => change.what === what)
  if (own.length === 0) return undefined
  const ends = own.map(({ to }) => to)
  for (const { from } of own) {
    const at = ends.indexOf(from)
    if (at >= 0) ends.splice(at, 1)
  }
  if (ends.length > 1) return `A change of the ${what} is missing between ${ends.join(' and ')}.`
  const isEnd = (value: string) => (ends.length > 0 ? ends[0] === value : own.some(({ to }) => to === value))
  return end === null || end === false || isEnd(end)
    ? undefined
    : `The ${what} was ${end}, to which no change that is listed leads.`
}
