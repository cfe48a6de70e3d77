import { noticeTexts } from '@cascade/contracts/accounts'
import { defineTexts } from '@cascade/ui-kit'

/** Apart from the texts of the bell: they load when it is opened. */
export const noticeLineTexts = defineTexts('bell.notices', {
  unread: 'Unread',
  mailFailed: 'This notice could not be mailed to you.',
  ...noticeTexts,
})
