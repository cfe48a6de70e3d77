import { ApiError } from '@cascade/web-kit'

/** The server's sentence when it refused with one; the specification's otherwise. */
export function saidOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.refused && error.message ? error.message : fallback
}
