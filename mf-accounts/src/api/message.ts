import { ApiError } from '@cascade/web-kit'

/** The server's sentence when it refused; the specification's when the call itself failed. */
export function saidOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.refused ? error.message : fallback
}
