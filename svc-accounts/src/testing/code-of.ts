import { AppError } from '@cascade/service-kit'

/** How a rule answers: the code of its refusal, or `allowed`. */
export function resultCodeOf(work: () => unknown): string {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
