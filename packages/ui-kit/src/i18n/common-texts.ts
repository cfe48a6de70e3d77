import { defineTexts } from './texts'

/** What every room says the same way. */
export const commonTexts = defineTexts('common', {
  back: 'Back',
  cancel: 'Cancel',
  confirm: 'Confirm',
  retry: 'Retry',
  submit: 'Submit',
  submitting: 'Submitting...',
  loading: 'Loading',
  noData: 'No data',
  actions: 'Actions',
  requestId: 'Request id: {id}',
  failedTitle: 'This could not be loaded',
  notAllowedTitle: 'You are not allowed to see this',
  notAllowedNote: 'If you need it, ask the account above yours.',
  notFoundTitle: 'There is nothing here',
  notFoundNote: 'The address may be mistyped, or what it named is gone.',
  remoteFailedTitle: '{title} is not available right now',
  remoteFailedNote: 'Everything else keeps working. Try again in a moment.',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you typed will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  draftIsBack: 'What you had typed is here again. Passwords and PINs are not kept.',
})
