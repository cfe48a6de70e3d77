import { paint, storedScheme } from '@cascade/ui-kit/first-paint'
import { createRoot } from 'react-dom/client'
import { FrontDoor } from './front-door'
import { tokenKey } from './is-front-door'
import { loginTexts } from './login-texts'

/**
 * Shows the login page and fetches the rest of the product meanwhile.
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
  // After the first paint: the form comes before what stands behind it.
  setTimeout(fetchRest, 50)
}
