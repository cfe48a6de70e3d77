import './backups.css'
import { type Backup, backupTexts, reportsApi } from '@cascade/contracts/reports'
import {
  DownloadIcon,
  formatCount,
  formatDateTime,
  Moment,
  ReloadIcon,
  StatusBadge,
  type Tone,
  TransferIcon,
  useConfirm,
  useToasts,
} from '@cascade/ui-kit'
import { RowActions } from '@cascade/ui-kit/data'
import { ApiError, messageOf } from '@cascade/web-kit'
import { PlainTable } from '../shared/plain-table'
import { texts } from '../texts'
import { downloadTicket, useExportBackup, useImportBackup, useTransferBackup } from './calls'

type Commands = ReturnType<typeof useBackupCommands>

const tones: Readonly<Record<Backup['state'], Tone>> = { done: 'success', running: 'warning', failed: 'danger' }
const headings = ['folder', 'status', 'rows', 'size', 'proof', 'by', 'restoredAt', 'action'] as const

export function BackupTable({ backups, commands }: { backups: readonly Backup[]; commands: Commands }) {
  const text = texts.useText()
  return (
    <PlainTable caption={text('backups')} headings={headings.map(name => text(name))}>
      {backups.map(backup => (
        <tr key={backup.folder}>
          <th className="reports-backup-name" scope="row">
            {backup.folder}
            {backup.safetyOf && <small>{text('safetyOf', { folder: backup.safetyOf })}</small>}
            {backup.checksum && <small title={backup.checksum}>SHA-256 {backup.checksum.slice(0, 12)}…</small>}
          </th>
          <td>
            <StatusBadge tone={tones[backup.state]}>{text(backup.state)}</StatusBadge>
          </td>
          <td>{formatCount(backup.rows)}</td>
          <td>{text('kilobytes', { count: formatCount(Math.ceil(backup.bytes / 1024)) })}</td>
          <td>
            <Proof proof={backup.proof} />
          </td>
          <td>{backup.by}</td>
          <td>
            <Moment at={backup.restoredAt} />
          </td>
          <td>
            <Actions backup={backup} commands={commands} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** Verification of a backup: restored into an empty database and checked, with the faults found. */
function Proof({ proof }: Pick<Backup, 'proof'>) {
  const text = texts.useText()
  if (!proof) return <span>{text('notProved')}</span>
  const isSound = proof.faults.length === 0
  return (
    <details className="reports-proof">
      <summary>
        <StatusBadge tone={isSound ? 'success' : 'danger'}>
          {isSound ? text('proved') : text('faults', { count: proof.faults.length })}
        </StatusBadge>
      </summary>
      <p>{text('provedRows', { rows: formatCount(proof.rows), time: formatDateTime(proof.at) })}</p>
      <ul>
        {proof.faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </details>
  )
}

function Actions({ backup: { folder, state }, commands }: { backup: Backup; commands: Commands }) {
  const text = texts.useText()
  const disabled = state !== 'done' || commands.isBusy
  const { download, restore, transfer } = commands
  return (
    <RowActions
      of={folder}
      actions={[
        {
          key: 'download',
          label: text('download'),
          icon: <DownloadIcon />,
          disabled: state !== 'done',
          onClick: () => void download(folder),
          call: reportsApi.downloadTicket,
        },
        {
          key: 'restore',
          label: text('restore'),
          icon: <ReloadIcon />,
          disabled,
          onClick: () => void restore(folder),
          call: reportsApi.importBackup,
        },
        {
          key: 'transfer',
          label: text('transferBackup'),
          icon: <TransferIcon />,
          disabled,
          onClick: () => void transfer(folder),
          call: reportsApi.transferBackup,
        },
      ]}
    />
  )
}

/** The server's message, else a fallback for a rejection or a failed call. */
const errorText = (error: unknown, rejected: string, failed: string) =>
  messageOf(error, error instanceof ApiError && error.isRejected ? rejected : failed)

/** Backup commands; each reports its result. */
export function useBackupCommands() {
  const text = texts.useText()
  const confirm = useConfirm()
  const toasts = useToasts()
  const exporting = useExportBackup()
  const importing = useImportBackup()
  const transferring = useTransferBackup()

  const run = async (
    work: Promise<{ message?: string | undefined }>,
    success: string,
    rejected: string,
    failed: string,
  ) => {
    try {
      const { message } = await work
      toasts.success(message ?? success)
    } catch (error) {
      toasts.error(errorText(error, rejected, failed))
    }
  }

  const backup = () =>
    run(exporting.mutateAsync({}), backupTexts.completed, text('backupFailed'), text('backupRequestFailed'))

  const transfer = (folder: string) =>
    run(
      transferring.mutateAsync({ query: { folder } }),
      backupTexts.transferred,
      text('transferFailed'),
      text('transferRequestFailed'),
    )

  /** Open draws need a second confirmation. */
  const importConfirmed = (folder: string) =>
    importing.mutateAsync({ query: { folder } }).catch(async (error: unknown) => {
      const isOpen = error instanceof ApiError && error.message === backupTexts.openDraws
      if (!isOpen || !(await confirm({ title: text('restoreTitle'), text: error.message, destructive: true })))
        throw error
      return importing.mutateAsync({ query: { folder, confirm: 'true' } })
    })
  const restore = async (folder: string) => {
    const question = { title: text('restoreTitle'), text: text('restoreQuestion', { folder }), destructive: true }
    if (!(await confirm(question))) return
    await run(importConfirmed(folder), backupTexts.restored, text('restoreFailed'), text('restoreRequestFailed'))
  }

  /** Downloads in a new tab, authenticated by cookie; a one-time ticket makes the URL valid once. */
  const download = async (folder: string) => {
    // Opened before awaiting anything: otherwise the browser blocks it as a pop-up.
    const tab = window.open('', '_blank')
    const { data } = await downloadTicket(folder).catch(() => ({ data: undefined }))
    if (!tab || !data) {
      tab?.close()
      toasts.error(text('downloadFailed'))
      return
    }
    const query = new URLSearchParams({ folder, ticket: data.ticket })
    tab.location.href = `/api${reportsApi.downloadBackup.path}?${query}`
  }

  const isBusy = exporting.isPending || importing.isPending || transferring.isPending
  return { backup, restore, transfer, download, isBackingUp: exporting.isPending, isBusy }
}
