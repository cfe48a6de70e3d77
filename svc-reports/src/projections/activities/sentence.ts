import { formatPoints } from '@cascade/contracts'
import type { ActivityRecorded, LoggedChange } from '@cascade/contracts/gateway'

/** Builds the sentence of an activity, e.g. `admin1 changed phone of master3: 1 → 2`. */
export function buildSentence(
  { username, person, subject, does, amount, changes = [], status, approvedBy }: ActivityRecorded['data'],
  object: string | undefined,
): string {
  const account = username || 'Somebody'
  const actor = person ? `${person.name} (${account})` : account
  const action = does?.replace('{amount}', amount === undefined ? 'points' : formatAmount(amount)) ?? asSuffix(subject)
  const [first] = changes
  const target = object ?? 'something'
  const act =
    first && action === 'changed {object}'
      ? `changed ${changes.map(({ field }) => formatField(field)).join(', ')} of ${target}`
      : action.replace('{object}', target)
  const approval = approvedBy ? `, approved by ${approvedBy}` : ''
  const outcome = status >= 400 ? ' – not done' : ''
  return `${actor} ${act}${approval}${first ? `: ${changes.map(change => formatChange(change, changes.length > 1)).join('; ')}` : ''}${outcome}`
}

const formatAmount = (amount: number) => (Math.abs(amount) < 1e13 ? formatPoints(amount) : String(amount))

const asSuffix = (subject: string) => `– ${subject}`

/** Secrets have neither value, only the fact that they changed. */
const formatChange = ({ field, before, after }: LoggedChange, isNamed: boolean) => {
  const name = isNamed ? `${formatField(field)} ` : ''
  return before === null && after === null
    ? `${name}(not shown)`
    : `${name}${formatValue(before)} → ${formatValue(after)}`
}

const formatValue = (value: LoggedChange['before']) => (value === null || value === '' ? '–' : String(value))

const fieldLabels: Readonly<Record<string, string>> = { refId: 'parent', userStatus: 'active', pinCode: 'PIN code' }

/** `firstName` becomes `first name`; names of games stay as they are. */
const formatField = (field: string) =>
  fieldLabels[field] ?? (/^[a-z]/.test(field) ? field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`) : field)
