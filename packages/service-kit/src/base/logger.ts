import { pino } from 'pino'
import { logFields } from './tracing'

const secrets = ['password', 'opass', 'npass', 'cpass', 'pin', 'token', 'authorization', 'cookie']

/** Structured logs with the room's name; secrets are masked wherever they stand in a logged object. */
export function createLogger(name: string, level: string) {
  return pino({
    name,
    level,
    mixin: logFields,
    redact: { paths: secrets.flatMap(field => [field, `*.${field}`, `*.*.${field}`]), censor: '[masked]' },
  })
}
export type Logger = ReturnType<typeof createLogger>
