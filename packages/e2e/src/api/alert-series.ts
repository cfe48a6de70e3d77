/**
 * Metric values without and with the fault, in the notation of `firingAlerts`. A name with labels is one series; without
 * labels it stands for all exposed series of the metric.
 */
export type Fault = Readonly<Record<string, readonly [sound: string, broken: string]>>

export const faults: Readonly<Record<string, Fault>> = {
  LedgerFault: { cascade_accounts_ledger_faults: ['0', '2'] },
  LedgerNotVerified: {
    cascade_accounts_ledger_verified_age_seconds: ['9000', '9000'],
    cascade_accounts_ledger_unverified_transfers: ['1000000', '1000'],
  },
  WriterQueueFull: { cascade_accounts_ledger_queue: ['3', '900'] },
  NobodyWrites: { cascade_accounts_ledger_writes: ['1', '0'] },
  LedgerStalled: { cascade_accounts_ledger_stalled_seconds: ['0', '0+60x120'] },
  WriterConflicts: {
    cascade_accounts_ledger_conflicts_total: ['0+1x120', '0+60x120'],
    cascade_accounts_ledger_batches_total: ['0+90x120', '0+90x120'],
  },
  WalletsAboveIssued: {
    cascade_accounts_ledger_wallets_points: ['900', '1100'],
    cascade_accounts_ledger_issued_points: ['1000', '1000'],
  },
  EngineWithoutHolder: { cascade_live_engine_here: ['1', '0'] },
  DrawsLate: { cascade_live_draw_late_seconds: ['2', '90'] },
  SettlementsOpen: { cascade_live_settlement_age_seconds: ['2', '300'] },
  PaymentsOpen: { cascade_live_payment_age_seconds: ['2', '600'] },
  PostingsAside: { cascade_live_postings_aside: ['0', '1'] },
  PostingsRefused: {
    'cascade_live_postings_refused_total{kind="settle",reason="LIMIT",service="svc-live"}': ['3x120', '3x110 4x10'],
  },
  PaymentsEnded: { cascade_live_payments_ended: ['0', '1'] },
  PoolsBelowZero: { cascade_live_pools_below_zero: ['0', '1'] },
  BettingStopForgotten: { cascade_live_stop_age_seconds: ['3600', '50000'] },
  LiabilityAboveLimit: {
    cascade_live_open_liability_points: ['900', '1100'],
    cascade_live_liability_limit_points: ['1000', '1000'],
  },
  ReportsNotVerified: {
    cascade_reports_verification_age_seconds: ['7200', '7200'],
    cascade_reports_verification_events_left: ['100000', '1000'],
  },
  LogNotSealed: { cascade_reports_log_unsealed_seconds: ['9', '120'] },
  BackupNotProven: { cascade_reports_backup_age_seconds: ['3600', '180000'] },
  InstallationNotBackedUp: {
    cascade_backups_proven_age_seconds: ['90000', '180000'],
    cascade_backups_period_seconds: ['86400', '86400'],
  },
  BackupFailed: { cascade_backups_failed_total: ['1x120', '1x110 2x10'] },
  BackupsStopped: { cascade_backups_period_seconds: ['86400x120', '86400x60 _x60'] },
  DiskAlmostFull: { cascade_reports_database_disk_free_ratio: ['0.4', '0.05'] },
  DaySeedsEnd: { cascade_live_seed_days_left: ['300', '12'] },
  EventsNotPublished: { cascade_accounts_outbox_age_seconds: ['1', '0+60x120'] },
  FeedBehind: { cascade_feed_lag_events: ['40', '9000'] },
  DeadLetters: { cascade_games_dead_letters: ['0', '1'] },
  ProducerPutBack: {
    'cascade_feed_replaced_total{feed="reports-g1:accounts",service="svc-reports"}': ['0x120', '0x110 1x10'],
  },
  ActivitiesLost: { cascade_gateway_activities_lost_total: ['0x120', '0x110 40x10'] },
  ActivitiesMissing: { cascade_reports_activities_missing_total: ['0x120', '0x110 3x10'] },
  ProcessDown: { 'up{instance="svc-games:9102",job="cascade"}': ['1', '0'] },
  ServiceDoesNotAnswer: {
    'cascade_gateway_upstream_failures_total{domain="games",why="away",service="gateway"}': ['0+1x120', '0+60x120'],
  },
  ServerErrors: {
    'cascade_http_seconds_count{endpoint="games.game.list",status="500",service="svc-games"}': ['0+1x120', '0+60x120'],
    'cascade_http_seconds_count{endpoint="games.game.list",status="200",service="svc-games"}': ['0+90x120', '0+90x120'],
  },
  SlowCalls: {
    'cascade_http_seconds_bucket{le="1",endpoint="games.game.list",status="200",service="svc-games"}': [
      '0+60x120',
      '0+30x120',
    ],
    'cascade_http_seconds_bucket{le="2.5",endpoint="games.game.list",status="200",service="svc-games"}': [
      '0+60x120',
      '0+60x120',
    ],
    'cascade_http_seconds_bucket{le="+Inf",endpoint="games.game.list",status="200",service="svc-games"}': [
      '0+60x120',
      '0+60x120',
    ],
  },
  ManyFailedSignIns: {
    'cascade_gateway_sign_ins_total{outcome="UNAUTHENTICATED",service="gateway"}': ['0+5x120', '0+120x120'],
    'cascade_gateway_sign_ins_total{outcome="OK",service="gateway"}': ['0+90x120', '0+90x120'],
  },
  UntrustedProxy: { cascade_gateway_untrusted_forwards_total: ['0x120', '0x110 9x10'] },
  ClockSkew: { cascade_live_clock_skew_seconds: ['0.4', '-5'] },
  LoopOverdue: { 'cascade_loops_overdue{service="svc-live"}': ['0', '1'] },
  MigrationOpen: { 'cascade_data_migrating{service="svc-live"}': ['0', '1'] },
}
