import './bulk.css'
import { parentRoleOf } from '@cascade/contracts'
import { newAccountsPerRunMax, type Run, type RunRow, runApi } from '@cascade/contracts/accounts'
import { Alert, Button, CopyIcon, useToasts } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { call, messageOf, useAddress } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { RunRows } from '../runs/run-rows'
import { userQuery } from '../shared/calls'
import { copyText } from '../shared/copy-text'
import { createSets } from '../shared/field-sets'
import { texts } from '../texts'
import { buildBulkColumns } from './bulk-rows'
import { type NewSecrets, useNewSecrets } from './calls'
import { formatTable } from './parse-table'
import { bulkTexts } from './texts'

/** Result of each row of a bulk creation, with its PIN and password in the tab that has started it. */
export function CreationRows({ run }: { run: Run }) {
  const text = texts.useText()
  const bulkText = bulkTexts.useText()
  const secrets = useNewSecrets(run._id)
  useWarnOnUnload(secrets !== undefined && run.done > 0)
  const secretOf = ({ line = 0, state }: RunRow) => (state === 'done' ? secrets?.get(line) : undefined)
  const columns: Column<RunRow>[] = [
    { key: 'line', title: bulkText('bulkLine'), value: row => row.line, kind: 'count', exportWidth: 8 },
    { key: 'firstName', title: text('firstName'), value: row => row.fields?.firstName?.toString() },
    { key: 'lastName', title: text('lastName'), value: row => row.fields?.lastName?.toString() },
    { key: 'username', title: text('username'), value: row => row.username, exportWidth: 30 },
    { key: 'uniqueId', title: text('uniqueId'), value: row => row.uniqueId },
    ...(secrets
      ? [
          { key: 'pin', title: text('pin'), value: (row: RunRow) => secretOf(row)?.pin.toString() },
          { key: 'password', title: text('password'), value: (row: RunRow) => secretOf(row)?.password },
        ]
      : []),
  ]
  return (
    <>
      <Alert
        className="accounts-bulk-secrets"
        type="info"
        showIcon
        title={bulkText(secrets ? 'bulkSecrets' : 'bulkNoSecrets')}
      />
      <RunRows
        id="accounts.creation"
        runId={run._id}
        columns={columns}
        file={bulkText('bulkFile')}
        sheet={text('bulkCreate')}
        actions={run.state !== 'running' && <Corrections run={run} secrets={secrets} />}
      />
    </>
  )
}

/** Copies the rows that were not created as a table, to correct and paste them again. */
function Corrections({ run, secrets }: { run: Run; secrets: NewSecrets | undefined }) {
  const text = texts.useText()
  const bulkText = bulkTexts.useText()
  const toasts = useToasts()
  const address = useAddress()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { _id: runId, role, parentId, total, done } = run
  const parentRole = parentRoleOf(role)
  const form =
    parentId !== undefined && parentRole
      ? address(paths.bulkCreateBelow, { level: parentRole, id: parentId })
      : address(paths.bulkCreate, { level: role })

  async function copy() {
    const { data } = await call(runApi.read, { params: { runId }, query: { page: 1, size: newAccountsPerRunMax } })
    const rows = data.filter(({ state }) => state !== 'done')
    const parentIds = new Set(rows.flatMap(({ fields }) => fields?.refId?.toString() ?? []))
    const parents = await Promise.all(
      [...parentIds].map(id => queryClient.fetchQuery(userQuery(id)).catch(() => undefined)),
    )
    const parentNames = new Map(parents.flatMap(parent => (parent ? [[parent._id, parent.username]] : [])))
    const columns = buildBulkColumns(createSets[role] ?? { fields: [], required: [] }, text)
    const cellOf = ({ line = 0, fields }: RunRow, field: string) => {
      const value = { ...fields, ...secrets?.get(line) }[field]
      if (field === 'refId') return parentNames.get(String(value)) ?? ''
      return typeof value === 'boolean' ? text(value ? 'active' : 'deactive') : String(value ?? '')
    }
    const cells = rows.map(row => columns.map(({ field }) => cellOf(row, field)))
    return copyText(formatTable([columns.map(({ label }) => label), ...cells]))
  }
  const onCopy = () =>
    copy().then(
      isCopied => (isCopied ? toasts.success(text('copied')) : toasts.error(text('copyFailed'))),
      (error: unknown) => toasts.error(messageOf(error)),
    )
  return (
    <>
      {done < total && (
        <Button icon={<CopyIcon />} onClick={() => void onCopy()}>
          {bulkText('bulkCopy', { count: total - done })}
        </Button>
      )}
      <Button onClick={() => void navigate(form)}>{bulkText('bulkAgain')}</Button>
    </>
  )
}

function useWarnOnUnload(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
