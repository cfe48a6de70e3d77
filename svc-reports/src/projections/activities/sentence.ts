import { formatPoints } from '@cascade/contracts'
import type { ActivityRecorded, LoggedChange } from '@cascade/contracts/gateway'

/** Who did what to whom, and what that changed, as one says it: `admin1 changed phone of master3: 1 → 2`. */
export function sentenceOf(
  { username, subject, does, amount, changes = [], status }: ActivityRecorded['data'],
  object: string | undefined,
): string {
  const who = username || 'Somebody'
  const what = does?.replace('{amount}', amount === undefined ? 'points' : amountOf(amount)) ?? asWords(subject)
  const [first] = changes
  const whom = object ?? 'something'
  const done =
    first && what === 'changed {object}'
      ? `changed ${changes.map(({ field }) => fieldOf(field)).join(', ')} of ${whom}`
      : what.replace('{object}', whom)
  const tried = status >= 400 ? ' – not done' : ''
  return `${who} ${done}${first ? `: ${changes.map(change => changeOf(change, changes.length > 1)).join('; ')}` : ''}${tried}`
}

const amountOf = (amount: number) => (Math.abs(amount) < 1e13 ? formatPoints(amount) : String(amount))

/** A subject without a sentence of its own stands behind the name as it is. */
const asWords = (subject: string) => `– ${subject}`

/** Of a secret only that it changed is known. */
const changeOf = ({ field, before, after }: LoggedChange, isNamed: boolean) => {
  const name = isNamed ? `${fieldOf(field)} ` : ''
  return before === null && after === null ? `${name}(not shown)` : `${name}${shown(before)} → ${shown(after)}`
}

const shown = (value: LoggedChange['before']) => (value === null || value === '' ? '–' : String(value))

const wordsOf: Readonly<Record<string, string>> = { refId: 'parent', userStatus: 'active', pinCode: 'PIN code' }

/** `firstName` is read as `first name`; names of games stay as they are. */
const fieldOf = (field: string) =>
  wordsOf[field] ?? (/^[a-z]/.test(field) ? field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`) : field)
