import './control.css'
import { liveApi, liveTexts } from '@cascade/contracts/live'
import { Button, ClearIcon, formatPoints, type Notice } from '@cascade/ui-kit'
import { AmountInput, AttemptNote } from '@cascade/ui-kit/forms'
import { AlreadyBookedError, useEarlierAttempt, useMayCall } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useId, useState } from 'react'
import { texts } from '../../texts'
import { balanceAttempts, liveGameQuery, offeringKey, useChangeBalance } from '../calls'
import type { Offering } from '../snapshot'
import { failureText } from './choice'

type Props = { offering: Offering; notice: Notice; isStale: boolean }

/** Note about an earlier balance change whose outcome is unknown. */
function EarlierChange({ offering, notice }: { offering: Offering; notice: Notice }) {
  const text = texts.useText()
  const queryClient = useQueryClient()
  const earlier = useEarlierAttempt(balanceAttempts, offeringKey(offering), () => {
    notice.clear()
    return queryClient.invalidateQueries({ queryKey: liveGameQuery(offering).queryKey })
  })
  const change = earlier.attempt?.fields
  const what = change === 'reset' ? 'reset' : 'add'
  const points = { points: formatPoints(typeof change === 'number' ? change : 0) }
  return (
    <AttemptNote
      earlier={earlier}
      unanswered={text(`${what}Unanswered`, points)}
      booked={text(`${what}Done`, points)}
      notBooked={text(`${what}NotDone`, points)}
    />
  )
}

export const BalancePanel = memo(function BalancePanel({ offering, notice, isStale }: Props) {
  const text = texts.useText()
  const id = useId()
  const [points, setPoints] = useState<number | null>(null)
  const changing = useChangeBalance(offering)
  const mayChange = useMayCall(liveApi.addBalance)
  const add = async () => {
    if (changing.isPending || isStale) return
    const { adminId, gameId } = offering
    const addition = liveApi.addBalance.body.safeParse({ adminId, gameId, type: 'add', balance: points ?? undefined })
    if (addition.data?.balance === undefined) return notice.show('error', liveTexts.balanceInvalid)
    try {
      const { message, isReplayed } = await changing.mutateAsync(addition.data.balance)
      setPoints(null)
      const added = message ?? liveTexts.balanceAdded
      notice.show('success', isReplayed ? `${added} ${text('changedOnce')}` : added)
    } catch (error) {
      // The note about the earlier change is shown instead.
      if (error instanceof AlreadyBookedError) return
      notice.show('error', failureText(error, text('balanceFailed'), text('balanceError')))
    }
  }
  if (!mayChange) return null
  return (
    <form
      className="live-panel live-balance"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <EarlierChange offering={offering} notice={notice} />
      <label htmlFor={id}>{text('addBalance')}</label>
      <AmountInput id={id} size="large" value={points} onChange={setPoints} />
      <Button htmlType="submit" size="large" disabled={isStale} loading={changing.isPending}>
        {text('addBalance')}
      </Button>
    </form>
  )
})

export function ResetButton({ offering, notice, isStale }: { offering: Offering; notice: Notice; isStale: boolean }) {
  const text = texts.useText()
  const changing = useChangeBalance(offering)
  const mayChange = useMayCall(liveApi.addBalance)
  const reset = async () => {
    try {
      const { message, isReplayed } = await changing.mutateAsync('reset')
      const done = message ?? liveTexts.balanceReset
      notice.show('success', isReplayed ? `${done} ${text('changedOnce')}` : done)
    } catch (error) {
      // The note about the earlier change is shown instead.
      if (error instanceof AlreadyBookedError) return
      notice.show('error', failureText(error, text('balanceFailed'), text('balanceError')))
    }
  }
  if (!mayChange) return null
  return (
    <Button icon={<ClearIcon />} disabled={isStale} loading={changing.isPending} onClick={() => void reset()}>
      {text('resetBalance')}
    </Button>
  )
}
