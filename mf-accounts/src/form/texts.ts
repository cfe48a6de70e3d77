import { defineTexts } from '@cascade/ui-kit'

export const creationTexts = defineTexts('accounts.creation', {
  createdTitle: 'Account created',
  createdNote: 'The PIN is shown only now.',
  createdOnce:
    'The attempt before had created it already, with the password and PIN entered then; it was created once.',
  createUnanswered:
    'The last attempt to create {name} got no answer. It may have been created. Sent again with the same entries it is created only once.',
  createdBefore:
    '{name} was created by the attempt before after all, as {username}, with the password and PIN entered then. Nothing else was sent.',
  notCreated: '{name} was not created by the attempt before. You can try again.',
  copyAndClose: 'Copy and close',
})
