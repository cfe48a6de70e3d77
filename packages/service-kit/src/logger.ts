import { pino } from 'pino'
import { withSourceLines } from './telemetry/source-lines'
import { logFields } from './telemetry/tracing'

const secrets = ['password', 'opass', 'npass', 'cpass', 'pin', 'token', 'authorization', 'cookie']
const errorLevel = 50

/** Structured logs with the room's name; secrets are masked wherever they stand in a logged object. */
export function createLogger(name: string, level: string) {
  return pino({
    name,
    level,
    mixin: logFields,
    redact: { paths: secrets.flatMap(field => [field, `*.${field}`, `*.*.${field}`]), censor: '[masked]' },
    hooks: {
      logMethod(told, log, level) {
        // Warnings tell of what was expected, and not of our code.
        if (level >= errorLevel) nameSources(told[0])
        log.apply(this, told)
      },
    },
  })
}
export type Logger = ReturnType<typeof createLogger>

function nameSources(about: unknown) {
  let error = about instanceof Object && 'err' in about ? about.err : undefined
  for (; error instanceof Error; error = error.cause) error.stack &&= withSourceLines(error.stack)
}
