/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  bets: 'gamehistory',
  turnover: 'turnoverreport',
  transactions: 'transactionreport',
  payouts: 'commissionpayoutReport',
  adminCommissions: 'admincommissionreport',
  logs: 'logactivities',
  complaints: 'contactus',
  backups: 'backups',
  clearHistory: 'clearhistory',
  /** The page of one draw, which mf-live shows. */
  draw: 'game/draw/:drawId',
  /** Where mf-accounts gives credit. */
  players: 'player',
} as const
