import { accountApi, type Run, runApi } from '@cascade/contracts/accounts'
import { Button, useToasts } from '@cascade/ui-kit'
import { messageOf, useCallFilter } from '@cascade/web-kit'
import { useUndoRun } from './calls'
import { runsTexts } from './texts'

/** Takes the changes of a finished run back, by another run. */
export function UndoButton({ run, onStarted }: { run: Run; onStarted: (runId: string) => void }) {
  const runText = runsTexts.useText()
  const toasts = useToasts()
  const undo = useUndoRun()
  const mayCall = useCallFilter()
  const { _id, operation, role, state, done, undoneBy } = run
  const isUndoable = (operation === 'suspend' || operation === 'activate') && state !== 'running' && done > 0
  if (!isUndoable || undoneBy !== undefined || ![runApi.undo, accountApi[role].toggle].every(mayCall)) return null
  return (
    <Button
      loading={undo.isPending}
      onClick={() =>
        undo.mutate(_id, {
          onSuccess: started => onStarted(started._id),
          onError: error => toasts.error(messageOf(error)),
        })
      }
    >
      {runText('runUndo')}
    </Button>
  )
}
