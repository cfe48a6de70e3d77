import { AppError } from '@cascade/service-kit'

export function resultCodeOf(work: () => unknown): string {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
