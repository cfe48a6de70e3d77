/** Chapters and tasks of the operator manual in order. Each task is a test of the same name. */
export const contents = {
  'The day begins and ends': ['Sign in', 'Sign out'],
  Accounts: [
    'Create an admin',
    'Create a player',
    'Give games to an admin',
    'Suspend and activate an account',
    'Reset a password',
    'Move a branch',
    'Limit an account',
  ],
  People: ['Add a person', 'Ask for further rights', 'View as another login'],
  Credit: [
    'Give credit',
    'Take credit back',
    'Give credit to all rows of a filter',
    'Look up a statement',
    'Print a statement',
    'Find a transfer',
    'Reverse a transfer',
    'Record a payment in cash',
    'Settle a week',
  ],
  'Live draws': [
    'Watch the live board',
    'Choose and save a result',
    'Withdraw a result',
    'Stop betting and start again',
    'Correct a draw',
    'Verify a draw',
  ],
  'Reports and operations': [
    'Read the week',
    'Read the commission',
    'Send a report by mail',
    'Answer a complaint',
    'Look at an unusual player',
    'Make a backup and download it',
  ],
} as const

export type TaskTitle = (typeof contents)[keyof typeof contents][number]
