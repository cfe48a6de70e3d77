import { onlineManager } from '@tanstack/react-query'
import { forgetInThisTab, tokenKey } from '../session/session-storage'
import { dropSession, markUnknown, storedExpiryHasPassed, useSession } from '../session/session-store'
import { restoreSession } from './session-actions'

/** Longest delay that timers of browsers keep; a session is far shorter. */
const longestTimerMs = 2_147_483_647

/**
 * Keeps this page's session true: it ends at its expiry, when another tab signs out, and changes hands when another
 * tab signs somebody else in. A session that could not be checked is checked again when the connection is back.
 * @returns stops watching
 */
export function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    const { expiresAt } = useSession.getState()
    if (!expiresAt) return
    const delayMs = Math.max(0, Date.parse(expiresAt) - Date.now())
    timer = setTimeout(() => dropSession('expired'), Math.min(delayMs, longestTimerMs))
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return
    if (!event.newValue) return dropSession('elsewhere')
    forgetInThisTab()
    markUnknown()
    void restoreSession()
  }
  // Timers do not run while the machine sleeps.
  const onVisible = () => {
    if (!document.hidden && storedExpiryHasPassed(new Date())) dropSession('expired')
  }
  const onConnection = (online: boolean) => {
    if (online && useSession.getState().status === 'unreachable') void restoreSession()
  }
  const unsubscribe = useSession.subscribe(plan)
  const stopListening = onlineManager.subscribe(onConnection)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  plan()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    stopListening()
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
