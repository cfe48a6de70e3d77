import { liveTexts } from '@cascade/contracts/live'
import { Button, ClearIcon, type Notice } from '@cascade/ui-kit'
import { texts } from '../../../texts'
import { useChangeBalance } from '../api/use-change-balance'
import type { Pair } from '../pair'
import { failureOf } from './use-control'

/** Brings the balance of the game to 0. */
export function ResetButton({ pair, notice, isStale }: { pair: Pair; notice: Notice; isStale: boolean }) {
  const text = texts.useText()
  const changing = useChangeBalance(pair)
  const reset = async () => {
    try {
      const { message, isReplayed } = await changing.mutateAsync('reset')
      const done = message ?? liveTexts.balanceReset
      notice.show('success', isReplayed ? `${done} ${text('changedOnce')}` : done)
    } catch (error) {
      notice.show('error', failureOf(error, text('balanceFailed'), text('balanceError')))
    }
  }
  return (
    <Button icon={<ClearIcon />} disabled={isStale} loading={changing.isPending} onClick={() => void reset()}>
      {text('resetBalance')}
    </Button>
  )
}
