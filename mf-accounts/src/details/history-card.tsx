import type { Account } from '@cascade/contracts/accounts'
import '../shared/shared.css'
import './details.css'
import { type AccountChangeRow, type AccountField, accountFields } from '@cascade/contracts/accounts'
import { Button, Card, formatActor, Moment, StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOfLimits } from '../limits/limit-names'
import { limitsTexts } from '../limits/texts'
import { texts } from '../texts'
import { historyPageSize, historyQuery } from './calls'

type Text = ReturnType<typeof texts.useText>
type FieldChange = AccountChangeRow['fields'][number]

export function HistoryCard({ account: { _id: id } }: { account: Pick<Account, '_id'> }) {
  const text = texts.useText()
  const [page, setPage] = useState(1)
  const history = useQuery(historyQuery(id, page))
  const total = history.data?.total ?? 0
  const pager = total > historyPageSize && (
    <>
      <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
        {text('newer')}
      </Button>{' '}
      <Button size="small" disabled={page * historyPageSize >= total} onClick={() => setPage(page + 1)}>
        {text('older')}
      </Button>
    </>
  )
  return (
    <Card title={text('history')} className="accounts-history" extra={pager}>
      <StateSwitch query={history}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="accounts-lined-none">{text('historyNone')}</p>
          ) : (
            <ol className="accounts-lined">
              {rows.map(row => (
                <Line key={row._id} row={row} />
              ))}
            </ol>
          )
        }
      </StateSwitch>
    </Card>
  )
}

function Line({ row: { kind, by, at, fields } }: { row: AccountChangeRow }) {
  const text = texts.useText()
  const username = by ? formatActor(by) : text('theSystem')
  return (
    <li>
      <Moment at={at} />
      <div>
        <p>{text(`history_${kind}`, { username })}</p>
        {fields.map(change => (
          <p key={change.field}>{describeChange(change, text)}</p>
        ))}
      </div>
    </li>
  )
}

function describeChange({ field, before, after }: FieldChange, text: Text): string {
  const entry = Object.hasOwn(accountFields, field) ? accountFields[field as AccountField] : undefined
  // Same labels as in the forms.
  const label = entry ? text(field as AccountField) : isOfLimits(field) ? limitsTexts.text(field) : field
  if (entry?.stored === 'secret') return text('historySecret', { field: label })
  return text('historyField', {
    field: label,
    before: formatValue(field, before, text),
    after: formatValue(field, after, text),
  })
}

function formatValue(field: string, value: FieldChange['before'], text: Text): string {
  if (field === 'mayTransfer') return limitsTexts.text(value === false ? 'limitNo' : 'limitYes')
  if (field === 'userStatus') return text(value === true ? 'active' : 'deactive')
  return value === null || value === '' ? '–' : String(value)
}
