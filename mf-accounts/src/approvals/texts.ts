import { operationTexts } from '@cascade/contracts'
import { defineTexts } from '@cascade/ui-kit'

/** Texts of requests for a second person, apart from the others: the first list does not need them. */
export const approvalPageTexts = {
  approvals: 'Requests',
  approvalsNote:
    'Operations that need a second person. Keys A and D approve and decline the focused row, or the first.',
  noApprovals: 'Nothing waits for a second person.',
  approvalOperation: 'Operation',
  approvalBy: 'Requested by',
  approvalObject: 'Account',
  approvalDetails: 'Details',
  approvalBalance: 'Balance before → after',
  approvalEnds: 'Ends',
  approvalDecided: 'Decided by',
  approvalReason: 'Reason',
  approvalState: 'State',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
  declineTitle: 'Decline the request',
  declineWhy: 'Why? The requester sees it.',
  approvalFailed: 'The request could not be decided.',
  state_open: 'Waiting',
  state_approved: 'Approved',
  state_declined: 'Declined',
  state_withdrawn: 'Withdrawn',
  state_expired: 'Expired',
  state_failed: 'Failed',
  ...operationTexts,
  approvalRules: 'Operations that need a second person',
  approvalRulesNote: 'Somebody above the one who asks, or another superadmin, approves before it is done.',
  rule_never: 'Off',
  rule_always: 'Always',
  rule_above: 'From an amount',
  ruleAmount: 'From',
  action: 'Action',
  dateTime: 'Date & Time',
  points: 'Points',
  note: 'Note',
} as const

export const approvalTexts = defineTexts('accounts.approvals', approvalPageTexts)
