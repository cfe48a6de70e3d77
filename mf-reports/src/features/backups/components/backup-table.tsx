import './backup-table.css'
import type { Backup } from '@cascade/contracts/reports'
import {
  DownloadIcon,
  formatCount,
  formatDateTime,
  ReloadIcon,
  StatusBadge,
  type Tone,
  TransferIcon,
} from '@cascade/ui-kit'
import { RowActions } from '@cascade/ui-kit/data'
import { PlainTable } from '../../../shared/components/plain-table'
import { texts } from '../../../texts'
import type { useBackupCommands } from '../use-backup-commands'

type Commands = ReturnType<typeof useBackupCommands>

const tones: Readonly<Record<Backup['state'], Tone>> = { done: 'success', running: 'warning', failed: 'danger' }
const headings = ['folder', 'status', 'rows', 'size', 'proof', 'by', 'restoredAt', 'action'] as const

/** Backups, newest first, each with what reading it back has shown. */
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
          <td>{backup.restoredAt && formatDateTime(backup.restoredAt)}</td>
          <td>
            <Actions backup={backup} commands={commands} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** Whether the archive was read into an empty database, and what did not hold together there. */
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
          ...{ key: 'download', label: text('download'), icon: <DownloadIcon />, disabled: state !== 'done' },
          onClick: () => download(folder),
        },
        {
          ...{ key: 'restore', label: text('restore'), icon: <ReloadIcon />, disabled },
          onClick: () => restore.mutate(folder),
        },
        {
          ...{ key: 'transfer', label: text('transferBackup'), icon: <TransferIcon />, disabled },
          onClick: () => transfer.mutate(folder),
        },
      ]}
    />
  )
}
