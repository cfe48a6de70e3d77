import { hostname } from 'node:os'
import { maxBalance, toPoints } from '@cascade/contracts'
import { mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'

/** What development starts and tests sign in with; never a password of production. */
const demoPassword = 'cascade-demo'

/** Reads the environment of svc-accounts. @throws Error with one line for each fault. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const env = parseEnv(
    {
      ...processEnv,
      ...mongoEnv,
      /** First password of the account `superadmin`, used on an empty database only. */
      SUPERADMIN_PASSWORD: z.string().min(8, 'needs at least 8 characters').optional(),
      /** Whether strangers may sign up; open outside production unless told otherwise. */
      ALLOW_SIGNUP: z.enum(['true', 'false']).optional(),
      /** Name of this instance as a writer of the ledger: the same after a restart, another for each replica. */
      /** Points that the tickets of one admin's game may win in a business day: beyond it somebody is to look at them. */
      LEDGER_PAIR_DAY_LIMIT: z.coerce.number().int().min(1).max(toPoints(maxBalance)).default(1_000_000_000),
      /** How long the history of a deleted account is kept. */
      DELETED_KEPT_DAYS: z.coerce.number().int().min(1).max(20_000).default(1_825),
      LEDGER_WRITER_ID: z.string().default(hostname()),
    },
    source,
  )
  const production = env.NODE_ENV === 'production'
  if (production && env.SUPERADMIN_PASSWORD === demoPassword) {
    throw new Error('SUPERADMIN_PASSWORD must not be the demo password in production.')
  }
  const signupAllowed = env.ALLOW_SIGNUP === undefined ? !production : env.ALLOW_SIGNUP === 'true'
  return { ...env, signupAllowed }
}
export type AccountsEnv = ReturnType<typeof readEnv>
