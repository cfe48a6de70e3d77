import { authTexts } from '@cascade/contracts/accounts'
import { invalid } from '@cascade/service-kit'

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Rejects common passwords (frequency list of zxcvbn, which leaves out runs of characters), ignoring case.
 * @throws AppError VALIDATION at the field
 */
export async function requireUncommon(password: string, field: string): Promise<void> {
  common ??= readList()
  if (isRun(password) || (await common).has(password.toLowerCase())) throw invalid(authTexts.commonPassword, field)
}

/** Like 88888888, 12345678 or zyxwvuts: from each character to the next the same step. */
function isRun(password: string): boolean {
  const steps = [...password]
    .map((_, index) => password.charCodeAt(index + 1) - password.charCodeAt(index))
    .slice(0, -1)
  return new Set(steps).size <= 1 && Math.abs(steps[0] ?? 0) <= 1
}

/** Loaded lazily: thousands of words that only new passwords need. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
