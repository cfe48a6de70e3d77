import { authTexts } from '@cascade/contracts/accounts'
import { invalid } from '@cascade/service-kit'

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Refuses the passwords that are guessed first: those of the frequency list of zxcvbn, in whatever case.
 * @throws AppError VALIDATION at the field
 */
export async function requireUncommon(password: string, field: string): Promise<void> {
  common ??= readList()
  if ((await common).has(password.toLowerCase())) throw invalid(authTexts.commonPassword, field)
}

/** Thousands of words that only a new password asks for: read when the first one is set. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
