import { localStore } from '@cascade/web-kit/storage'

/** Session key of web-kit, which is not loaded yet. */
export const tokenKey = 'session-token'

/** Whether to start with the login form alone: at its addresses, in a browser without a session. */
export function needsInstantLogin(): boolean {
  return /^\/(?:auth\/login\/?)?$/.test(location.pathname) && localStore.getItem(tokenKey) === null
}
