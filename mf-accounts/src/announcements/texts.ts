import { defineTexts } from '@cascade/ui-kit'

export const announcementPageTexts = defineTexts('announcements', {
  announcements: 'Announcements',
  announcementsNote: 'Shown at the top of the screens of the chosen roles, for your account and all accounts below.',
  noAnnouncements: 'You have no announcements.',
  add: 'New announcement',
  addFirst: 'Write an announcement',
  editTitle: 'Edit announcement',
  text: 'Text',
  roles: 'Shown to',
  level: 'Level',
  level_info: 'Info: can be closed',
  level_warning: 'Warning: cannot be closed',
  from: 'From',
  to: 'To',
  edit: 'Edit',
  remove: 'Delete',
  removeTitle: 'Delete this announcement?',
  removeText: 'It disappears from all screens: {text}',
  failed: 'The announcement could not be saved.',
  removeFailed: 'The announcement could not be deleted.',
  actions: 'Action',
})
