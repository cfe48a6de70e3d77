import { localStore } from '@cascade/web-kit/storage'

/** The key of web-kit's session storage, which is not there yet. */
export const tokenKey = 'session-token'

/** Whether the page begins with nothing but the login form: at its addresses, when this browser holds no session. */
export function needsInstantLogin(): boolean {
  return /^\/(?:auth\/login\/?)?$/.test(location.pathname) && localStore.getItem(tokenKey) === null
}
