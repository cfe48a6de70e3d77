/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  transactions: 'transactionreport',
  logs: 'logactivities',
} as const
