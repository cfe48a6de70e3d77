import { defineTexts } from '@cascade/ui-kit'

/** Apart from the texts of the shell: they load with the dashboard. */
export const actionItemTexts = defineTexts('shell.hands', {
  limits: 'Limits reached today: {role}',
  openPeriods: 'Periods to close',
  payments: 'Commissions to pay',
  cases: 'Open cases',
  watch: 'Open entries of the watch list',
  weekUnknown: 'Periods, payments and limits are currently unavailable.',
})
