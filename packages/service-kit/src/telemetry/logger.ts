import { type Logger, pino } from 'pino'
import { withSourceLines } from './source-lines'
import { logFields } from './tracing'

const secrets = ['password', 'opass', 'npass', 'cpass', 'pin', 'token', 'authorization', 'cookie']
const errorLevel = 50

/** Structured logger. Secrets are masked up to two levels deep in logged objects. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    mixin: logFields,
    redact: { paths: secrets.flatMap(field => [field, `*.${field}`, `*.*.${field}`]), censor: '[masked]' },
    hooks: {
      logMethod(args, log, level) {
        // Only for errors: warnings are expected conditions, not faults of our code.
        if (level >= errorLevel) mapStacks(args[0])
        log.apply(this, args)
      },
    },
  })
}
export type { Logger } from 'pino'

function mapStacks(context: unknown) {
  let error = context instanceof Object && 'err' in context ? context.err : undefined
  for (; error instanceof Error; error = error.cause) error.stack &&= withSourceLines(error.stack)
}
