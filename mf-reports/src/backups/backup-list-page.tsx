import { reportsApi } from '@cascade/contracts/reports'
import {
  BackupIcon,
  Button,
  Card,
  EmptyState,
  ErrorState,
  NotAllowedState,
  PageHeader,
  Skeleton,
} from '@cascade/ui-kit'
import { ApiError, useCan, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../texts'
import { BackupTable, useBackupCommands } from './backup-table'
import { backupsQuery } from './calls'

export default function BackupListPage() {
  return useCan('backups.manage') ? <Backups /> : <NotAllowedState />
}

function Backups() {
  const text = texts.useText()
  const commands = useBackupCommands()
  const backups = useQuery(backupsQuery())
  const { data, error } = backups
  const isRejected = error instanceof ApiError && error.isRejected
  const mayExport = useMayCall(reportsApi.exportBackup)
  const renderBackupButton = (label: string) =>
    mayExport && (
      <Button
        type="primary"
        icon={<BackupIcon />}
        loading={commands.isBackingUp}
        disabled={commands.isBusy}
        onClick={() => void commands.backup()}
      >
        {label}
      </Button>
    )
  return (
    <>
      <PageHeader title={text('backups')} note={text('backupsNote')} actions={renderBackupButton(text('backup'))} />
      <Card>
        {error && !data && (
          <ErrorState
            title={text(isRejected ? 'backupsRejected' : 'backupsFailed')}
            error={error}
            onRetry={() => void backups.refetch()}
          />
        )}
        {backups.isPending && <Skeleton active />}
        {data?.length === 0 && (
          <EmptyState title={text('noBackups')} action={renderBackupButton(text('firstBackup'))} />
        )}
        {data && data.length > 0 && <BackupTable backups={data} commands={commands} />}
      </Card>
    </>
  )
}
