import { messageOf } from '@cascade/web-kit'
import { type ConfirmRequest, useConfirm } from './confirm-provider'
import { useToasts } from './notices'

type Outcome = Promise<{ message?: string | undefined }>
type Texts = {
  /** Without a message in the response. */
  done: string
  /** Without a rejection in words. */
  failed: string
}

/** Shows the outcome of a change as a toast. The returned function never rejects. */
export function useOutcomeToast(): (change: Outcome, texts: Texts) => Promise<void> {
  const toasts = useToasts()
  return async (change, { done, failed }) => {
    try {
      toasts.success((await change).message ?? done)
    } catch (error) {
      toasts.error(messageOf(error, failed))
    }
  }
}

/** Removes what the user confirms to remove, and shows the outcome as a toast. */
export function useRemoval() {
  const confirm = useConfirm()
  const showOutcome = useOutcomeToast()
  return async (remove: () => Outcome, { done, failed, ...question }: Texts & Omit<ConfirmRequest, 'destructive'>) => {
    if (await confirm({ ...question, destructive: true })) await showOutcome(remove(), { done, failed })
  }
}
