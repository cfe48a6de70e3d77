import './wall.css'
import { BackIcon, Button, UnfoldIcon } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { GameBoard } from './board'

/** The board without the shell; full screen if a click or key press led here. */
export default function WallPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { search } = useLocation()
  const leave = () => void navigate({ pathname: address(paths.games), search })
  const { isFull, fill } = useFullScreen(leave)
  const actions = (
    <>
      {!isFull && (
        <Button icon={<UnfoldIcon />} onClick={fill}>
          {text('fullScreen')}
        </Button>
      )}
      <Button icon={<BackIcon />} onClick={leave}>
        {text('leaveWall')}
      </Button>
    </>
  )
  return (
    <div className="live-wall" data-whole-window>
      <GameBoard title={text('wall')} actions={actions} />
    </div>
  )
}

/** Makes the whole document full screen, so that dialogs and messages stay visible. */
function useFullScreen(onLeft: () => void) {
  const [isFull, setIsFull] = useState(() => document.fullscreenElement != null)
  const left = useEffectEvent(onLeft)
  const fill = () => void document.documentElement.requestFullscreen?.().catch(() => undefined)
  const fillAfterGesture = useEffectEvent(() => {
    // Browsers allow full screen only after a user gesture; opened by URL, the page offers a button instead.
    if (!isFull && navigator.userActivation?.isActive) fill()
  })
  useEffect(() => {
    fillAfterGesture()
    const changed = () => {
      const now = document.fullscreenElement !== null
      setIsFull(now)
      if (!now) left()
    }
    document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  return { isFull, fill }
}
