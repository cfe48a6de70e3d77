import { Button, HistoryIcon, ReloadIcon } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../paths'
import { texts } from '../../../texts'
import { ResetButton } from '../control/reset-button'
import { StopButton, type StopButtonProps } from '../control/stop-button'
import { KeysSwitch } from '../keys/keys-switch'

type Props = StopButtonProps & { refresh: () => Promise<unknown>; isFetching: boolean }

/** What may be done at the head of a draw; an update of the feed does not draw it again. */
export const LiveActions = memo(function LiveActions(props: Props) {
  const { refresh, isFetching, ...stop } = props
  const { pair, notice } = stop
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  return (
    <>
      <KeysSwitch />
      <Button icon={<HistoryIcon />} onClick={() => void navigate(address(paths.draws, pair))}>
        {text('draws')}
      </Button>
      <StopButton {...stop} />
      <ResetButton pair={pair} notice={notice} isStale={stop.isStale} />
      <Button icon={<ReloadIcon spin={isFetching} />} onClick={() => void refresh()}>
        {text('refresh')}
      </Button>
    </>
  )
})
