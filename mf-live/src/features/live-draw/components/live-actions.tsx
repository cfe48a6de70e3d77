import { Button, HistoryIcon, type Notice, ReloadIcon } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../paths'
import { texts } from '../../../texts'
import type { StopRequest } from '../api/use-set-stop'
import { ResetButton } from '../control/reset-button'
import { StopButton } from '../control/stop-button'
import { KeysSwitch } from '../keys/keys-switch'
import type { Pair } from '../pair'

type Props = {
  pair: Pair
  gameName: string
  username: string
  stopped: StopRequest['scope'] | undefined
  notice: Notice
  refresh: () => Promise<unknown>
  isFetching: boolean
}

/** What may be done at the head of a draw; an update of the feed does not draw it again. */
export const LiveActions = memo(function LiveActions(props: Props) {
  const { pair, gameName, username, stopped, notice, refresh, isFetching } = props
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  return (
    <>
      <KeysSwitch />
      <Button icon={<HistoryIcon />} onClick={() => void navigate(address(paths.draws, pair))}>
        {text('draws')}
      </Button>
      <StopButton {...{ pair, gameName, username, stopped, notice }} />
      <ResetButton pair={pair} notice={notice} />
      <Button icon={<ReloadIcon spin={isFetching} />} onClick={() => void refresh()}>
        {text('refresh')}
      </Button>
    </>
  )
})
