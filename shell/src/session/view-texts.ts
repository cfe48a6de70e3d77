import { defineTexts } from '@cascade/ui-kit'

export const viewTexts = defineTexts('viewAs', {
  sees: 'You see what {name} sees.',
  readOnly: 'Nothing can be changed.',
  left: '{left} left',
  end: 'End',
  failed: 'The view could not be ended.',
})
