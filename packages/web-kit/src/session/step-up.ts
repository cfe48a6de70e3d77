import { create } from 'zustand'

type StepUpState = {
  /** A dialog is on the page; without one, calls are rejected as they are. */
  isOffered: boolean
  /** A waiting call needs the second factor: the password is not enough. */
  needsFactor: boolean
  /** Set while calls wait for the user's proof. */
  answer: ((isProved: boolean) => void) | undefined
}

/** The prompt for a proof of password or factor, which the shell renders. */
export const useStepUp = create<StepUpState>(() => ({ isOffered: false, needsFactor: false, answer: undefined }))

let waiting: Promise<boolean> | undefined

/**
 * Asks the user once for all calls that wait.
 * @param reason of the rejection
 * @returns true if the session is proved now
 */
export function requestStepUp(reason: string | undefined): Promise<boolean> {
  const needsFactor = reason === 'STEP_UP_FACTOR_REQUIRED'
  if (!needsFactor && reason !== 'STEP_UP_REQUIRED') return Promise.resolve(false)
  if (!useStepUp.getState().isOffered) return Promise.resolve(false)
  if (needsFactor) useStepUp.setState({ needsFactor })
  waiting ??= new Promise<boolean>(answer => useStepUp.setState({ answer })).finally(() => {
    waiting = undefined
    useStepUp.setState({ answer: undefined, needsFactor: false })
  })
  return waiting
}
