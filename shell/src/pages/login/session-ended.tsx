import { formatTime } from '@cascade/ui-kit'
import { useSession } from '@cascade/web-kit'
import { shellTexts } from '../../texts'

/** Says why the login page came by itself. */
export function SessionEnded() {
  const text = shellTexts.useText()
  const ended = useSession(state => state.ended)
  if (!ended) return null
  return (
    <p className="shell-auth-reason" role="status">
      {text(`ended_${ended.why}`, { time: formatTime(ended.at) })}
    </p>
  )
}
