import './wall.css'
import { BackIcon, Button, UnfoldIcon } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { GameBoard } from './board'

/** The board without anything around it, on the whole screen where a click or a key has led here. */
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

/** Fills the screen with the whole page, so that questions and messages are seen, too. */
function useFullScreen(onLeft: () => void) {
  const [isFull, setIsFull] = useState(() => document.fullscreenElement != null)
  const left = useEffectEvent(onLeft)
  const fill = () => void document.documentElement.requestFullscreen?.().catch(() => undefined)
  const fillIfAsked = useEffectEvent(() => {
    // Who comes by the address alone may not ask for it; the button does.
    if (!isFull && navigator.userActivation?.isActive) fill()
  })
  useEffect(() => {
    fillIfAsked()
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
