import './bulk.css'
import { type Account, newAccountsPerRunMax, runTexts } from '@cascade/contracts/accounts'
import { Alert, Button, Card, PageHeader, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Form, useLeaveGuard } from '@cascade/ui-kit/forms'
import { AlreadyBookedError, messageOf, OutcomeUnknownError, useAddress, useIsCurrentPage } from '@cascade/web-kit'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Level } from '../levels'
import { paths } from '../paths'
import { EarlierRun } from '../runs/earlier-run'
import { AccountFields } from '../shared/account-fields'
import type { AccountValues } from '../shared/account-values'
import { copyText } from '../shared/copy-text'
import type { FieldSet } from '../shared/field-sets'
import { ReferenceField } from '../shared/reference-field'
import { texts } from '../texts'
import { BulkPreview } from './bulk-preview'
import {
  buildBulkColumns,
  buildBulkRows,
  contactsIn,
  countriesIn,
  createHeadingCheck,
  findColumn,
  referencesIn,
} from './bulk-rows'
import { useStartCreation } from './calls'
import { useLocations, useReferences, useUsedContacts } from './lookups'
import { parseTable } from './parse-table'
import { bulkTexts } from './texts'

type Props = { level: Level; set: FieldSet; parent?: Account }

const sharedFields = ['refId', 'password', 'commissionAmount', 'commission', 'country', 'state', 'city'] as const

/** Creates accounts from a pasted table; all rows are validated before the first is created. */
export function BulkCreate({ level, set: fullSet, parent }: Props) {
  const text = texts.useText()
  const bulkText = bulkTexts.useText()
  const toasts = useToasts()
  const address = useAddress()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const set = useMemo(
    () => (parent ? { ...fullSet, fields: fullSet.fields.filter(field => field !== 'refId') } : fullSet),
    [fullSet, parent],
  )
  const scope = useMemo(() => (parent ? { role, parentId: parent._id } : { role }), [role, parent])
  const [pasted, setPasted] = useState('')
  const [form] = Form.useForm<AccountValues>()
  const entered = Form.useWatch([], form)
  const defaults = useMemo(() => dropEmpty(entered ?? {}), [entered])
  const { mutateAsync: start, isPending } = useStartCreation(scope, fullSet)
  const [error, setError] = useState<unknown>()
  const isStarted = useRef(false)
  const isCurrent = useIsCurrentPage()
  const navigate = useNavigate()
  const hasUnsaved = pasted.trim() !== ''
  useLeaveGuard(useCallback(() => hasUnsaved && !isStarted.current, [hasUnsaved]))

  const columns = useMemo(() => buildBulkColumns(set, text), [set, text])
  const deferredText = useDeferredValue(pasted)
  const table = useMemo(
    () =>
      parseTable(
        deferredText,
        columns.map(({ label }) => label),
        createHeadingCheck(columns),
      ),
    [deferredText, columns],
  )
  const names = useMemo(() => referencesIn(table, columns), [table, columns])
  const { ids: references, pending } = useReferences(role, names)
  const locations = useLocations(useMemo(() => countriesIn(table, columns), [table, columns]))
  const usedContacts = useUsedContacts(
    useMemo(() => contactsIn(table, columns, 'email'), [table, columns]),
    useMemo(() => contactsIn(table, columns, 'phone'), [table, columns]),
  )
  const rows = useMemo(
    () =>
      buildBulkRows(table, {
        role,
        set,
        columns,
        references,
        locations,
        usedContacts,
        defaults: { ...defaults, ...(parent && { refId: parent._id }) },
        texts: {
          unknownReference: bulkText('bulkUnknownReference'),
          unknownStatus: bulkText('bulkUnknownStatus'),
          unknownCountry: bulkText('bulkUnknownCountry'),
          unknownState: bulkText('bulkUnknownState'),
          repeated: line => bulkText('bulkRepeated', { line }),
          contactUsed: bulkText('bulkTaken'),
          active: text('active'),
          deactive: text('deactive'),
        },
      }),
    [table, role, set, columns, references, locations, usedContacts, defaults, parent, text, bulkText],
  )
  const validRows = rows.filter(({ errors }) => Object.keys(errors).length === 0)
  const unknownColumns = table.columns.filter(name => name !== '' && !findColumn(columns, name))
  const isTooLong = rows.length > newAccountsPerRunMax
  const heading = columns.map(({ label }) => label)
  const defaultSet = { fields: sharedFields.filter(field => set.fields.includes(field)), required: [] }

  const copyHeading = async () => {
    if (await copyText(heading.join('\t'))) toasts.success(text('copied'))
    else toasts.error(text('copyFailed'))
  }
  const submit = async () => {
    setError(undefined)
    try {
      const { _id: runId } = await start(validRows)
      isStarted.current = true
      if (isCurrent()) await navigate(address(paths.run, { runId }), { replace: true })
    } catch (failure) {
      // The note about the earlier start is shown instead.
      if (!(failure instanceof OutcomeUnknownError || failure instanceof AlreadyBookedError)) setError(failure)
    }
  }
  const note = parent ? `${parent.username} · ${bulkText('bulkNote')}` : bulkText('bulkNote')
  return (
    <>
      <PageHeader title={bulkText('bulkTitle', { level: level.title })} note={note} onBack={returnToList.now} />
      <div className="accounts-bulk">
        <EarlierRun operation="create" scope={scope} />
        <Card
          title={bulkText('bulkPaste')}
          extra={<Button onClick={() => void copyHeading()}>{bulkText('bulkTemplate')}</Button>}
        >
          <p className="accounts-hint">{bulkText('bulkColumns', { columns: heading.join(', ') })}</p>
          <Input.TextArea
            aria-label={bulkText('bulkPaste')}
            className="accounts-paste"
            value={pasted}
            onChange={event => setPasted(event.target.value)}
            autoSize={{ minRows: 6, maxRows: 16 }}
            spellCheck={false}
          />
        </Card>
        <Card title={bulkText('bulkDefaults')}>
          <Form<AccountValues> form={form} layout="vertical" aria-label={bulkText('bulkDefaults')}>
            <AccountFields set={defaultSet} reference={<ReferenceField role={role} />} />
          </Form>
        </Card>
        {rows.length > 0 && (
          <Card
            title={bulkText('bulkRowsGood', { good: validRows.length, total: rows.length })}
            extra={
              <Button
                type="primary"
                disabled={validRows.length === 0 || isTooLong || pending}
                loading={isPending}
                onClick={() => void submit()}
              >
                {bulkText('bulkStart', { count: validRows.length })}
              </Button>
            }
          >
            {isTooLong && <Alert type="error" showIcon title={runTexts.tooManyRows} />}
            {error !== undefined && <Alert type="error" showIcon title={messageOf(error)} />}
            {unknownColumns.map(name => (
              <Alert key={name} type="warning" showIcon title={bulkText('bulkUnknownColumn', { name })} />
            ))}
            <BulkPreview rows={rows} columns={columns} />
          </Card>
        )}
      </div>
    </>
  )
}

/** Drops empty values, which would override the defaults of a new account. */
const dropEmpty = (values: AccountValues): AccountValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
