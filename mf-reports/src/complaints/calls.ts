import { type Complaint, type ComplaintStatus, reportsApi } from '@cascade/contracts/reports'
import { useToasts } from '@cascade/ui-kit'
import { call, listSource, messageOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../texts'

export const complaintFilters = { status: '' }

/** Messages of the public, newest first. */
export const complaintsSource = () => listSource(reportsApi.complaints)

type Change = { complaint: Complaint; status: ComplaintStatus }

/** Sets the status of a message; the list is read again, whether it worked or not. */
export function useSetComplaintStatus() {
  const text = texts.useText()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ complaint, status }: Change) =>
      call(reportsApi.setComplaintStatus, { params: { id: complaint._id }, body: { status } }),
    onSuccess: ({ message }) => toasts.success(message ?? text('statusChanged')),
    onError: error => toasts.error(messageOf(error, text('statusFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: complaintsSource().key }),
  })
}
