import { paint, storedScheme } from '@cascade/ui-kit/first-paint'
import { createRoot } from 'react-dom/client'
import { FrontDoor } from './front-door'
import { tokenKey } from './is-front-door'
import { loginTexts } from './login-texts'

/**
 * Shows the login page, and fetches the rest of the product when somebody is about to need it.
 * @param enter starts the product in the same place, as soon as somebody is signed in, here or in another tab
 */
export function openFrontDoor(place: HTMLElement, { fetchRest, enter }: { fetchRest: () => void; enter: () => void }) {
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
  root.render(<FrontDoor onLoggedIn={leave} />)
  whenWanted(fetchRest)
}

/** What the browser knows of the line, where it says so. */
type Line = { saveData?: boolean; effectiveType?: string }

const isFast = ({ saveData = false, effectiveType = '4g' }: Line) => !saveData && effectiveType === '4g'

const restsForMs = 1_000
const signs = ['keydown', 'pointerdown', 'input'] as const

/** With the first key or touch; on a fast line also when the page has rested for a second. Once in any case. */
function whenWanted(fetchRest: () => void) {
  const { connection = {} } = navigator as Navigator & { connection?: Line }
  const fetchOnce = () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, fetchOnce)
    fetchRest()
  }
  const timer = isFast(connection) ? setTimeout(fetchOnce, restsForMs) : undefined
  for (const sign of signs) window.addEventListener(sign, fetchOnce)
}
