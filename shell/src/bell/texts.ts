import { defineTexts } from '@cascade/ui-kit'

export const bellTexts = defineTexts('bell', {
  notices: 'Notices',
  noticesUnread: 'Notices, {count} unread',
  none: 'No notices',
  readAll: 'Mark all as read',
})

export const stripTexts = defineTexts('strips', {
  maintenanceNow: 'Maintenance until {to}.',
  maintenanceSoon: 'Maintenance from {from} to {to}.',
  maintenanceNote: 'Only superadmins can change anything in that time.',
  close: 'Close',
})
