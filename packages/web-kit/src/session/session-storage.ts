/** Local storage: seen by every tab. The server keeps the same token in an HttpOnly cookie. */
export const tokenKey = 'session-token'
const roleKey = 'session-role'
const expiryKey = 'session-expiry'

type Stored = { token: string | null; role: string | null; expiresAt: string | null }

export function storedSession(): Stored {
  return {
    token: localStorage.getItem(tokenKey),
    role: sessionStorage.getItem(roleKey),
    expiresAt: sessionStorage.getItem(expiryKey),
  }
}

/** Without a token (the cookie alone holds the session) only role and expiry are kept. */
export function rememberSession({ token, role, expiresAt }: { token: string | null; role: string; expiresAt: string }) {
  if (token) {
    localStorage.setItem(tokenKey, token)
    sessionStorage.setItem(tokenKey, token)
  }
  sessionStorage.setItem(roleKey, role)
  sessionStorage.setItem(expiryKey, expiresAt)
}

export function forgetSession(): void {
  localStorage.removeItem(tokenKey)
  forgetInThisTab()
}

/** What this tab knew of a session that another tab has replaced. */
export function forgetInThisTab(): void {
  for (const key of [tokenKey, roleKey, expiryKey]) sessionStorage.removeItem(key)
}
