import { formatPoints } from '@cascade/contracts'
import type { ActivityRecorded, LoggedChange } from '@cascade/contracts/gateway'

/** Who did what to whom, and what that changed, as one says it: `admin1 changed phone of master3: 1 → 2`. */
export function buildSentence(
  { username, subject, does, amount, changes = [], status }: ActivityRecorded['data'],
  object: string | undefined,
): string {
  const actor = username || 'Somebody'
  const action = does?.replace('{amount}', amount === undefined ? 'points' : formatAmount(amount)) ?? asSuffix(subject)
  const [first] = changes
  const target = object ?? 'something'
  const act =
    first && action === 'changed {object}'
      ? `changed ${changes.map(({ field }) => formatField(field)).join(', ')} of ${target}`
      : action.replace('{object}', target)
  const outcome = status >= 400 ? ' – not done' : ''
  return `${actor} ${act}${first ? `: ${changes.map(change => formatChange(change, changes.length > 1)).join('; ')}` : ''}${outcome}`
}

const formatAmount = (amount: number) => (Math.abs(amount) < 1e13 ? formatPoints(amount) : String(amount))

/** A subject without a sentence of its own stands behind the name as it is. */
const asSuffix = (subject: string) => `– ${subject}`

/** Of a secret only that it changed is known. */
const formatChange = ({ field, before, after }: LoggedChange, isNamed: boolean) => {
  const name = isNamed ? `${formatField(field)} ` : ''
  return before === null && after === null
    ? `${name}(not shown)`
    : `${name}${formatValue(before)} → ${formatValue(after)}`
}

const formatValue = (value: LoggedChange['before']) => (value === null || value === '' ? '–' : String(value))

const fieldLabels: Readonly<Record<string, string>> = { refId: 'parent', userStatus: 'active', pinCode: 'PIN code' }

/** `firstName` is read as `first name`; names of games stay as they are. */
const formatField = (field: string) =>
  fieldLabels[field] ?? (/^[a-z]/.test(field) ? field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`) : field)
