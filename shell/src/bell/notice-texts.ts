import { operationTexts } from '@cascade/contracts'
import { defineTexts } from '@cascade/ui-kit'

/** Apart from the texts of the bell: they load when it is opened. */
export const noticeTexts = defineTexts('bell.notices', {
  unread: 'Unread',
  'new-device': 'Sign-in from a new device: {device}, {ipAddress}',
  'password-changed': '{by} changed your password',
  'factors-changed_added': '{by} added a second factor',
  'factors-changed_removed': '{by} removed a second factor',
  'factors-changed_codes-replaced': '{by} replaced the recovery codes',
  'codes-guessed': 'Twenty wrong codes for {username}: only a passkey or a recovery code counts now',
  'factors-changed_reset': '{by} removed your second factors',
  'approval-requested': '{by} waits for a second person: {operation}',
  'approval-decided': '{operation}: {state}',
  decided_approved_by: '{operation}: approved by {by}',
  decided_declined_by: '{operation}: declined by {by}',
  decided_failed_by: '{operation}: approved by {by}, but it could not be done',
  decided_expired: '{operation}: expired without a decision',
  'period-closed': '{by} closed your settlement period {days}',
  'commission-paid_points': '{by} paid your commission of {days}: {amount} points',
  'commission-paid_cash': '{by} paid your commission of {days} in cash: {amount}',
  'limit-reached': '{username} has reached its limit of {limit} today',
  limit_balanceMax: 'the balance',
  limit_giveDayMax: 'gifts',
  limit_stakeDayMax: 'stakes',
  limit_lossDayMax: 'losses',
  ...operationTexts,
})
