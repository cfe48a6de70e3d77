import { Button, formatCount, PageSpinner } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { useRefreshAccounts } from '../shared/calls'
import { texts } from '../texts'
import { runQuery, useRefreshAtEnd } from './calls'
import { RunProgress } from './run-progress'
import { runsTexts } from './texts'
import { UndoButton } from './undo-button'

type Props = { runId: string; onUndo: (runId: string) => void; onClose: () => void }

/** Progress of a run. Closing the dialog does not stop it. */
export function RunningDialog({ runId, onUndo, onClose }: Props) {
  const text = texts.useText()
  const runText = runsTexts.useText()
  const address = useAddress()
  const refresh = useRefreshAccounts()
  const { data: run } = useQuery(runQuery(runId))
  useRefreshAtEnd(run)
  const close = () => {
    void refresh()
    onClose()
  }
  return (
    <Modal
      open
      title={run ? runText(`runDo_${run.operation}`, { count: formatCount(run.total) }) : text('run')}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <>
          {run && <UndoButton run={run} onStarted={onUndo} />}
          <Button type="primary" onClick={close}>
            {text('close')}
          </Button>
        </>
      }
    >
      {run ? <RunProgress run={run} /> : <PageSpinner />}
      <p>
        {run?.state === 'running' && `${runText('runGoesOn')} `}
        <Link to={address(paths.run, { runId })}>{runText('runResults')}</Link>
      </p>
    </Modal>
  )
}
