import { defineTexts } from '@cascade/ui-kit'

export const bellTexts = defineTexts('bell', {
  notices: 'Notices',
  noticesUnread: 'Notices, {count} unread',
  none: 'No notices',
  readAll: 'Mark all as read',
})
