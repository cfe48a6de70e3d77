/** Routes of this remote, relative to `/{role}/`. */
export const paths = {
  week: 'week',
  bets: 'gamehistory',
  turnover: 'turnoverreport',
  transactions: 'transactionreport',
  payouts: 'commissionpayoutReport',
  adminCommissions: 'admincommissionreport',
  schedules: 'schedules',
  logs: 'logactivities',
  complaints: 'contactus',
  cases: 'cases',
  case: 'cases/:id',
  watch: 'watch',
  backups: 'backups',
  clearHistory: 'clearhistory',
  /** A page of mf-live. */
  draw: 'game/draw/:drawId',
  /** Pages of mf-accounts. */
  players: 'player',
  account: ':level/players/details/:id',
} as const
