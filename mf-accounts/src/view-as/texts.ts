import { defineTexts } from '@cascade/ui-kit'

export const viewAsTexts = defineTexts('viewAs', {
  viewAs: 'View as',
  title: 'View as {name}',
  note: 'You see what {name} sees, for {minutes} minutes. Nothing can be changed. The log of both names it.',
  reason: 'Reason',
  begin: 'View',
  failed: 'The view could not begin.',
})
