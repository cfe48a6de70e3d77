import { issueText } from '@cascade/contracts'
import { type AuthUser, authTexts, LoginInput } from '@cascade/contracts/accounts'
import { ApiError, messageOf, signIn } from '@cascade/web-kit'

export type LoginFaults = { username?: string; password?: string; form?: string }
export type LoginOutcome = { user: AuthUser; message: string } | { faults: LoginFaults }

export async function logIn(typed: FormData): Promise<LoginOutcome> {
  const input = LoginInput.safeParse(Object.fromEntries(typed), { error: issueText })
  if (!input.success) return { faults: toFaults(input.error.issues) }
  try {
    const user = await signIn(input.data.username, input.data.password)
    return { user, message: authTexts.loggedIn }
  } catch (error) {
    return { faults: { form: toMessage(error) } }
  }
}

function toFaults(issues: readonly { path: PropertyKey[]; message: string }[]): LoginFaults {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues) faults[String(path[0])] ??= message
  return faults
}

/** The server's message, or separate ones for an empty rejection and for a network error. */
function toMessage(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.isRejected
  return messageOf(error, isRefusal ? authTexts.loginFailed : authTexts.loginError)
}
