import { defineTexts } from '@cascade/ui-kit'

/** Texts of credit forms and receipts that are not in the specification. */
export const receiptTexts = defineTexts('accounts.receipt', {
  quickAmounts: 'Usual amounts',
  allOf: 'All: {points}',
  receipt: 'Receipt',
  receiptTo: 'to',
  receiptBy: 'By {by}, {moment}',
  receiptNow: 'Now:',
  receiptLine: '{points} from {from} to {to}, by {by}, {moment}. Now: {from} {fromBalance}, {to} {toBalance}.',
  again: 'Again',
  takeBack: 'Take back',
  share: 'Share',
  savePicture: 'Save picture',
  shareFailed: 'The receipt could not be made.',
  done: 'Done',
  sent: 'Credit given',
  taken: 'Credit taken back',
  fromLabel: 'From',
  toLabel: 'To',
  byLabel: 'By',
  timeLabel: 'Time',
  noteLabel: 'Note',
  referenceLabel: 'Reference',
  balanceOf: 'Balance of {username}',
})
