import { backupTexts, reportsApi } from '@cascade/contracts/reports'
import { useConfirm, useToasts } from '@cascade/ui-kit'
import { ApiError, call, domainKey, messageOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts'
import { backupsQuery } from './api/backups-query'

type Done = { message?: string | undefined }

/** What the server refused, or that the call itself failed. */
const textOf = (error: unknown, refused: string, failed: string) =>
  messageOf(error, error instanceof ApiError && error.refused ? refused : failed)

/** Everything that can be done with backups; each says what became of it. */
export function useBackupCommands() {
  const text = texts.useText()
  const ask = useConfirm()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: backupsQuery().queryKey })

  const run = async (work: () => Promise<Done>, success: string, refused: string, failed: string) => {
    try {
      const { message } = await work()
      toasts.success(message ?? success)
    } catch (error) {
      toasts.error(textOf(error, refused, failed))
    } finally {
      await readAgain()
    }
  }

  const backup = useMutation({
    mutationFn: () =>
      run(
        () => call(reportsApi.exportBackup),
        backupTexts.completed,
        text('backupFailed'),
        text('backupRequestFailed'),
      ),
  })

  const restoreNow = async (folder: string) => {
    const done = await call(reportsApi.importBackup, { query: { folder } }).catch(async (error: unknown) => {
      const isOpen = error instanceof ApiError && error.message === backupTexts.openDraws
      if (!isOpen || !(await ask({ title: text('restoreTitle'), text: error.message, destructive: true }))) throw error
      return call(reportsApi.importBackup, { query: { folder, confirm: 'true' } })
    })
    await queryClient.invalidateQueries({ queryKey: domainKey('reports') })
    return done
  }
  const restore = useMutation({
    mutationFn: async (folder: string) => {
      const question = { title: text('restoreTitle'), text: text('restoreQuestion', { folder }), destructive: true }
      if (!(await ask(question))) return
      await run(() => restoreNow(folder), backupTexts.restored, text('restoreFailed'), text('restoreRequestFailed'))
    },
  })

  const transfer = useMutation({
    mutationFn: (folder: string) =>
      run(
        () => call(reportsApi.transferBackup, { query: { folder } }),
        backupTexts.transferred,
        text('transferFailed'),
        text('transferRequestFailed'),
      ),
  })

  /** In a tab of its own, where the cookie says who asks; the ticket makes the address good for once. */
  const download = async (folder: string) => {
    // Opened before anything is waited for: later a browser takes it for a pop-up.
    const tab = window.open('', '_blank')
    const { data } = await call(reportsApi.downloadTicket, { body: { folder } }).catch(() => ({ data: undefined }))
    if (!tab || !data) {
      tab?.close()
      toasts.error(text('downloadFailed'))
      return
    }
    const query = new URLSearchParams({ folder, ticket: data.ticket })
    tab.location.href = `/api${reportsApi.downloadBackup.path}?${query}`
  }

  return { backup, restore, transfer, download, isBusy: backup.isPending || restore.isPending || transfer.isPending }
}
