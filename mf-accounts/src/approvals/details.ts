import { roleLabels } from '@cascade/contracts'
import { type Approval, fieldLabels } from '@cascade/contracts/accounts'
import { formatDateTime } from '@cascade/ui-kit'
import { approvalTexts } from './texts'

const { text } = approvalTexts
const namesOfRoles: Readonly<Record<string, string>> = roleLabels
const namesOfFields: Readonly<Record<string, string>> = fieldLabels

/** Values of the call that a request is about, in words. */
export const detailsOf = ({ details }: Approval): string[] =>
  Object.entries(details).map(([field, value]) => {
    // `before → after`
    const sides = value.split(' → ').map(side => toWords(field, side))
    return `${toLabel(field)}: ${sides.join(' → ')}`
  })

function toLabel(field: string): string {
  const label = textOr(namesOfFields[field] ?? field, `detail_${field}`)
  const words = label.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return label === field ? words.charAt(0).toUpperCase() + words.slice(1) : label
}

function toWords(field: string, value: string): string {
  if (field === 'approvals')
    return value.replace(/[a-z.]+/g, word => textOr(word, `operation_${word}`)) || text('value_null')
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  return namesOfRoles[value] ?? textOr(value, `value_${value || 'null'}`)
}

/** A text that a newer server may need does not exist here. */
function textOr(fallback: string, key: string): string {
  const words = text(key as Parameters<typeof text>[0])
  return words === key ? fallback : words
}
