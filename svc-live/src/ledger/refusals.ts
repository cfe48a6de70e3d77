import type { Reason } from '@cascade/contracts'
import { type ErrorCode, reasons } from '@cascade/contracts'
import { AppError } from '@cascade/service-kit'

/** What a refusal of the ledger is to the player who asked. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INSUFFICIENT: 'VALIDATION',
  LIMIT: 'VALIDATION',
  FROZEN: 'FORBIDDEN',
  MISSING_WALLET: 'NOT_FOUND',
  KEY_REUSED: 'UNPROCESSABLE',
}

const isReason = (text: string): text is Reason => (reasons as readonly string[]).includes(text)

export function refusalOf({ reason, message }: { reason: string; message: string }): AppError {
  return new AppError(codes[reason] ?? 'CONFLICT', message, isReason(reason) ? { reason } : {})
}
