import { defineTexts } from '@cascade/ui-kit'

export const transferTexts = defineTexts('accounts.transfer', {
  transfer: 'Transfer',
  kind_transfer: 'Transfer',
  kind_generated: 'New points',
  kind_credit: 'Taken back',
  kind_debit: 'Given',
  kind_return: 'Balance of a deleted account',
  kind_reversal: 'Reversal',
  kind_commission: 'Commission',
  parties: 'From and to',
  by: 'By',
  time: 'Time',
  note: 'Note',
  reference: 'Transaction ID',
  inReports: 'In the transaction report',
  reverse: 'Reverse',
  reversing: 'Reversing…',
  reversalNote:
    'The points go back, once and for good, by a transfer of their own that names this one. Possible until {time}.',
  payer: 'Gives back',
  receiver: 'Gets back',
  balance: 'Balance',
  reason: 'Reason',
  reversalFailed: 'The transfer could not be reversed.',
})
