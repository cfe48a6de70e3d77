import { defineTexts } from '@cascade/ui-kit'

export const maintenancePageTexts = defineTexts('accounts.maintenance', {
  maintenance: 'Maintenance',
  maintenanceNote:
    'During a maintenance only superadmins can change anything, and no draws are opened; an open draw is finished. Screens announce it from an hour before its start.',
  from: 'Start',
  to: 'End',
  message: 'Message',
  messageHint: 'Everyone reads it.',
  save: 'Save the maintenance',
  failed: 'The maintenance could not be saved.',
  end: 'End the maintenance',
  endTitle: 'End the maintenance?',
  endText: 'Changes are possible again, and each game goes on with its next draw.',
})
