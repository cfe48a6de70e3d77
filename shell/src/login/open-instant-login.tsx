import { paint, storedScheme } from '@cascade/ui-kit/first-paint'
import { createRoot } from 'react-dom/client'
import { isFastConnection } from '../fast-connection'
import { InstantLogin } from './instant-login'
import { loginTexts } from './login-texts'
import { tokenKey } from './needs-instant-login'

/**
 * Shows the login page and prefetches the rest of the product shortly before it is needed.
 * @param enter starts the product in the same element once the user is signed in, here or in another tab
 */
export function openInstantLogin(
  place: HTMLElement,
  { prefetchApp, enter }: { prefetchApp: () => void; enter: () => void },
) {
  paint(storedScheme())
  document.title = `${loginTexts.loginTitle} · Cascade`
  const root = createRoot(place)
  const leave = () => {
    window.removeEventListener('storage', signedInElsewhere)
    root.unmount()
    enter()
  }
  const signedInElsewhere = ({ key, newValue }: StorageEvent) => {
    if (key === tokenKey && newValue) leave()
  }
  window.addEventListener('storage', signedInElsewhere)
  root.render(<InstantLogin onLoggedIn={leave} />)
  prefetchOnInteraction(prefetchApp)
}

const idleMs = 1_000
const inputEvents = ['keydown', 'pointerdown', 'input'] as const

/** Prefetches once: on the first input, or on a fast connection after an idle second. */
function prefetchOnInteraction(prefetchApp: () => void) {
  const prefetchOnce = () => {
    clearTimeout(timer)
    for (const sign of inputEvents) window.removeEventListener(sign, prefetchOnce)
    prefetchApp()
  }
  const timer = isFastConnection() ? setTimeout(prefetchOnce, idleMs) : undefined
  for (const sign of inputEvents) window.addEventListener(sign, prefetchOnce)
}
