import { type Account, accountsPerRunMax, type RunOperation, runTexts } from '@cascade/contracts/accounts'
import { Alert, Button, formatCount, formatPoints, PageSpinner, useToasts } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import {
  AlreadyBookedError,
  ApiError,
  ApprovalPendingError,
  type ListParams,
  messageOf,
  OutcomeUnknownError,
} from '@cascade/web-kit'
import { useState } from 'react'
import { LimitOrderForm, limitOrderForm } from '../limits/limit-order-form'
import type { AccountScope } from '../shared/calls'
import { texts } from '../texts'
import { type Order, type Target, useStartRun, useTarget } from './calls'
import { CreditOrderForm, creditOrderForm } from './credit-order-form'
import { EarlierRun } from './earlier-run'
import { RunningDialog } from './running-dialog'
import { runsTexts } from './texts'

type Props = {
  operation: RunOperation
  scope: AccountScope
  accounts: readonly Account[]
  listParams: ListParams | undefined
  /** @param ran whether a run was started */
  onClose: (ran: boolean) => void
}

/** Confirms a bulk operation, starts its run and shows the progress. */
export function RunDialog({ operation, onClose, ...selection }: Props) {
  const target = useTarget({ operation, ...selection })
  const [runId, setRunId] = useState<string>()
  if (runId !== undefined) return <RunningDialog runId={runId} onUndo={setRunId} onClose={() => onClose(true)} />
  return (
    <StartDialog operation={operation} scope={selection.scope} target={target} onStarted={setRunId} onClose={onClose} />
  )
}

type StartProps = Pick<Props, 'operation' | 'scope' | 'onClose'> & {
  target: Target | undefined
  onStarted: (runId: string) => void
}

function StartDialog({ operation, scope, target, onStarted, onClose }: StartProps) {
  const text = texts.useText()
  const runText = runsTexts.useText()
  const toasts = useToasts()
  const { mutateAsync: start, isPending } = useStartRun({ operation, scope })
  const [error, setError] = useState<unknown>()
  const isCredit = operation === 'give-credit'
  const form = isCredit ? creditOrderForm : operation === 'set-limits' ? limitOrderForm : undefined
  const submit = async (order?: Order) => {
    if (!target) return
    setError(undefined)
    try {
      onStarted((await start({ target, order }))._id)
    } catch (failure) {
      if (failure instanceof ApprovalPendingError) {
        toasts.info(failure.message)
        return onClose(true)
      }
      // The note about the earlier start is shown instead.
      if (!(failure instanceof OutcomeUnknownError || failure instanceof AlreadyBookedError)) setError(failure)
    }
  }
  const count = formatCount(target?.count ?? 0)
  const points = target?.points === undefined ? runText('runPoints') : formatPoints(target.points)
  const isTooMany = (target?.count ?? 0) > accountsPerRunMax
  const isPassword = error instanceof ApiError && error.errors.password !== undefined
  return (
    <Modal
      open
      title={runText(`runDo_${operation}`, { count })}
      mask={{ closable: false }}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button autoFocus={!form} onClick={() => onClose(false)}>
            {text('cancel')}
          </Button>
          <Button
            type="primary"
            danger={operation === 'suspend' || operation === 'log-out'}
            loading={isPending}
            disabled={!target || target.count === 0 || isTooMany}
            {...(form ? { form, htmlType: 'submit' } : { onClick: () => void submit() })}
          >
            {runText(`runDo_${operation}`, { count })}
          </Button>
        </>
      }
    >
      {target ? (
        <>
          <p>{runText(`runEffect_${operation}`, { count, points })}</p>
          <EarlierRun operation={operation} scope={scope} />
          {isTooMany && <Alert type="warning" showIcon title={runTexts.tooMany} />}
          {isCredit && (
            <CreditOrderForm
              count={target.count}
              passwordError={isPassword ? messageOf(error) : undefined}
              onOrder={order => void submit(order)}
            />
          )}
          {operation === 'set-limits' && (
            <LimitOrderForm role={scope.role} onOrder={limits => void submit({ limits })} />
          )}
          {error !== undefined && !isPassword && <Alert type="error" showIcon title={messageOf(error)} />}
        </>
      ) : (
        <PageSpinner />
      )}
    </Modal>
  )
}
