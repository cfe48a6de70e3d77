import { AppError } from '@cascade/service-kit'

/** The error code of a rule, or `allowed`. */
export function resultCodeOf(work: () => unknown): string {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
