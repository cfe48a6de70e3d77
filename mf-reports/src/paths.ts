/** Routes of this remote, relative to `/{role}/`. */
export const paths = {
  week: 'week',
  bets: 'gamehistory',
  turnover: 'turnoverreport',
  transactions: 'transactionreport',
  payouts: 'commissionpayoutReport',
  adminCommissions: 'admincommissionreport',
  logs: 'logactivities',
  complaints: 'contactus',
  backups: 'backups',
  clearHistory: 'clearhistory',
  /** A page of mf-live. */
  draw: 'game/draw/:drawId',
  /** A page of mf-accounts. */
  players: 'player',
} as const
