import { restoreSession } from './session-actions'
import { forgetInThisTab, tokenKey } from './session-storage'
import { dropSession, markUnknown, storedExpiryHasPassed, useSession } from './session-store'

/** Longest delay that timers of browsers keep; a session is far shorter. */
const longestDelay = 2_147_483_647

/**
 * Keeps this page's session true: it ends at its expiry, when another tab signs out, and changes hands when another
 * tab signs somebody else in.
 * @returns stops watching
 */
export function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    const { expiresAt } = useSession.getState()
    if (!expiresAt) return
    const delay = Math.max(0, Date.parse(expiresAt) - Date.now())
    timer = setTimeout(dropSession, Math.min(delay, longestDelay))
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return
    if (!event.newValue) return dropSession()
    forgetInThisTab()
    markUnknown()
    void restoreSession()
  }
  // Timers sleep with the machine.
  const onVisible = () => {
    if (!document.hidden && storedExpiryHasPassed(new Date())) dropSession()
  }
  const unsubscribe = useSession.subscribe(plan)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  plan()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
