import { waitingText } from '@cascade/contracts'
import { ApiError } from './api-error'

/** The call waits for a second person and has changed nothing. Forms treat it like a success. */
export class ApprovalPendingError extends ApiError {
  constructor(requestId: string | undefined) {
    // Nothing will be booked under the key of the call: the approval has its own.
    super({ status: 202, code: 'CONFLICT', message: waitingText, requestId, outcome: 'refused', fromServer: true })
  }
}

/**
 * For changes of which a screen shows only the message: one that waits for a second person resolves to the message, so
 * that the screen closes or resets as after a success.
 */
export async function orWaiting<A extends { message?: string | undefined }>(change: Promise<A>): Promise<A> {
  try {
    return await change
  } catch (error) {
    if (error instanceof ApprovalPendingError) return { message: error.message } as A
    throw error
  }
}
