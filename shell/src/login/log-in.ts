import { issueText } from '@cascade/contracts'
import { type AuthUser, authTexts, LoginInput } from '@cascade/contracts/accounts'
import { ApiError, messageOf, type SignInNeeds, signIn } from '@cascade/web-kit'

export type LoginFaults = { username?: string; password?: string; form?: string }
export type LoginOutcome = { user: AuthUser; message: string } | { needs: SignInNeeds } | { faults: LoginFaults }

export async function logIn(typed: FormData): Promise<LoginOutcome> {
  const input = LoginInput.safeParse(Object.fromEntries(typed), { error: issueText })
  if (!input.success) return { faults: toFaults(input.error.issues) }
  const { username, password } = input.data
  return outcomeOf(() => signIn(username, password))
}

export async function logInWithPasskey(): Promise<LoginOutcome> {
  const { signInWithPasskey } = await import('@cascade/web-kit/second-factor')
  return outcomeOf(signInWithPasskey)
}

/** A cancelled passkey is no fault: the browser has its own dialog. */
export async function outcomeOf(step: () => Promise<AuthUser | SignInNeeds>): Promise<LoginOutcome> {
  try {
    const answer = await step()
    return 'needs' in answer ? { needs: answer } : { user: answer, message: authTexts.loggedIn }
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === 'NotAllowedError'
    return { faults: isCancelled ? {} : { form: toMessage(error) } }
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
