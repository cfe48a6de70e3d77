import { defineTexts } from '@cascade/ui-kit'

/** Apart from the texts of the search field, which every page loads. */
export const actTexts = defineTexts('palette.acts', {
  closeWeek: 'Close week',
  paymentsDue: 'Payments due: commissions',
  cashBelow: 'Cash: current accounts below',
  cashOwn: 'Cash: own current account',
  setLimits: 'Set limits of players',
  limitsReached: 'Limits reached today: players',
  voidTicket: 'Void a ticket',
  planMaintenance: 'Plan a maintenance',
})
