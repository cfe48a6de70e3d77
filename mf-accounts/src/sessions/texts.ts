import { defineTexts } from '@cascade/ui-kit'

export const sessionsTexts = defineTexts('accounts.sessions', {
  sessions: 'Open sessions',
  thisSession: 'This session',
  endSession: 'End session',
  endSessionOf: 'End session of {username}',
  endSessionText: '{username} is signed out at once on {device} at {place}, and may sign in again.',
  sessionEnded: 'The session has ended.',
  sessionFailed: 'The session could not be ended.',
  sessionsNone: '{username} is not signed in anywhere.',
  sessionsNewest: 'The newest {shown} of {total}',
  sessionStarted: 'Signed in',
  sessionActive: 'Last active',
  sessionExpires: 'Ends',
})
