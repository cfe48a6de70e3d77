import { hostname } from 'node:os'
import { balanceMax, toPoints } from '@cascade/contracts'
import { jsonText, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'
import { FactorKeys } from './identity/factors/factor-keys'

/** Password of development and tests; rejected in production. */
const demoPassword = 'cascade-demo'

/** Reads the environment of svc-accounts. @throws Error with one line per invalid variable */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const env = parseEnv(
    {
      ...processEnv,
      ...mongoEnv,
      /** Initial password of the account `superadmin`; used only on an empty database. */
      SUPERADMIN_PASSWORD: z.string().min(8, 'needs at least 8 characters').optional(),
      /** Keys of second factors, newest first, see `FactorKeys`. */
      ACCOUNTS_FACTOR_KEYS: jsonText(FactorKeys),
      /** Origin at which browsers open the suite, e.g. `https://office.example.com`; passkeys need it. */
      PUBLIC_ORIGIN: z.url().optional(),
      /** Mail server, e.g. `smtps://user:password@mail.example.com`; without it notices go to the bell only. */
      SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
      /** Sender of mail, e.g. `Cascade <office@example.com>`; needed with `SMTP_URL`. */
      MAIL_FROM: z.string().optional(),
      /** Public sign-up; by default allowed only outside production. */
      ALLOW_SIGNUP: z.enum(['true', 'false']).optional(),
      /** Win limit in points of one admin's game per business day; wins beyond it need an operator. */
      LEDGER_OFFERING_DAY_LIMIT: z.coerce.number().int().min(1).max(toPoints(balanceMax)).default(1_000_000_000),
      /** Retention of the history of deleted accounts, in days. */
      DELETED_KEPT_DAYS: z.coerce.number().int().min(1).max(20_000).default(1_825),
      /** Name of this instance as a ledger writer: stable across restarts, unique per replica. */
      LEDGER_WRITER_ID: z.string().default(hostname()),
    },
    source,
  )
  const production = env.NODE_ENV === 'production'
  if (production && env.SUPERADMIN_PASSWORD === demoPassword) {
    throw new Error('SUPERADMIN_PASSWORD must not be the demo password in production.')
  }
  if (env.SMTP_URL && !env.MAIL_FROM) throw new Error('SMTP_URL needs MAIL_FROM, the sender of its mail.')
  const signupAllowed = env.ALLOW_SIGNUP === undefined ? !production : env.ALLOW_SIGNUP === 'true'
  return { ...env, signupAllowed }
}
export type AccountsEnv = ReturnType<typeof readEnv>
