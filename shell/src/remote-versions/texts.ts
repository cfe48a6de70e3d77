import { defineTexts } from '@cascade/ui-kit'

export const remoteTexts = defineTexts('shell.remotes', {
  remotes: 'Remotes',
  remotesNote:
    'Screens of other teams run inside these pages. This code acts with the rights of the signed-in user, so a version takes effect only when you accept it.',
  noOthers: 'There are no remotes of other teams.',
  state_own: 'Part of the suite',
  state_accepted: 'Other team',
  state_waiting: 'Other team, not accepted',
  newest: 'new, waits for you',
  inForce: 'in use',
  previous: 'used before',
  lastHour: 'Last hour: {loads} pages opened, {failures} files failed',
  accept: 'Accept version {version}',
  acceptText:
    '{title} {version} will run on the pages of every operator, with the rights of the signed-in user: it can read and do all that they can. Accept it only if its team told you about it. Open pages keep their version.',
  rollBack: 'Go back to version {version}',
  rollBackText: 'The next page load will use {title} {version}. Open pages keep their version.',
  changed: '{title} {version} is used from the next page load on.',
  changeFailed: 'The version could not be changed.',
})
