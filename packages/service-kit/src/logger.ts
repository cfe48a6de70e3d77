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
      logMethod(args, log, level) {
        // Warnings tell of what was expected, and not of our code.
        if (level >= errorLevel) mapStacks(args[0])
        log.apply(this, args)
      },
    },
  })
}
export type Logger = ReturnType<typeof createLogger>

function mapStacks(context: unknown) {
  let error = context instanceof Object && 'err' in context ? context.err : undefined
  for (; error instanceof Error; error = error.cause) error.stack &&= withSourceLines(error.stack)
}
