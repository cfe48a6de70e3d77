import type { Secrets } from '../../credentials/credential-store'
import { requireUncommon } from '../../credentials/require-uncommon'
import type { AccountsDeps } from '../../deps'

type Given = { password?: string | undefined; pin?: number | undefined }

/** Hashes of those secrets that are given; undefined when there are none. @throws AppError VALIDATION for a common password. */
export async function hashSecrets(
  { hasher }: Pick<AccountsDeps, 'hasher'>,
  { password, pin }: Given,
): Promise<Secrets | undefined> {
  if (password === undefined && pin === undefined) return undefined
  if (password !== undefined) await requireUncommon(password, 'password')
  return {
    ...(password === undefined ? {} : { password: await hasher.hash(password) }),
    ...(pin === undefined ? {} : { pin: await hasher.hash(String(pin)) }),
  }
}
