import { decide } from '../decide/decide'
import {
  applyDecision,
  type Decision,
  type LedgerState,
  type QueuedRequest,
  type Terms,
  type WalletState,
} from '../decide/ledger-state'
import { requestHashOf, transferIdOfRequest } from '../ids'
import type { CloseRequest, TransferRequest } from '../types'
import { someActor, type TransferDraft, transferOf, walletRef } from './requests'

export const wallet = (overrides: Partial<WalletState> = {}): WalletState => ({
  balance: 0n,
  seq: 0n,
  status: 'active',
  scopeVersion: 1,
  lastChange: '',
  updatedAt: 0,
  ...overrides,
})

export const stateWith = (wallets: Record<string, Partial<WalletState>>): LedgerState => ({
  wallets: new Map(Object.entries(wallets).map(([id, overrides]) => [id, wallet(overrides)])),
  externals: new Map(),
  players: new Map(),
  outcomes: new Map(),
  postings: new Map(),
  wins: new Map(),
  stakes: new Map(),
  bets: new Map(),
  sessions: new Map(),
  accounts: new Map(),
  heirs: new Map(),
  branches: new Map(),
  reversals: new Set(),
  earlierRejections: new Map(),
  rejections: new Map(),
  moves: 0n,
  move: undefined,
  playHead: 0n,
  creditHead: 0n,
})

const toQueuedRequest = (request: TransferRequest | CloseRequest): QueuedRequest => ({
  request,
  id: transferIdOfRequest(request),
  hash: request.type === 'transfer' ? requestHashOf(request) : '',
})

export const transfer = (draft: TransferDraft) => toQueuedRequest({ type: 'transfer', ...transferOf(draft) })

export const closing = (from: string, to: string) =>
  toQueuedRequest({
    type: 'close',
    source: walletRef(from),
    destination: walletRef(to),
    actor: someActor,
    note: '',
    correlationId: 'c',
  })

export const decideNext = (
  state: LedgerState,
  request: QueuedRequest,
  now = 1_000,
  terms: Partial<Terms> = {},
): Decision => {
  const all = { now, clock: now, day: '2026-03-01', offeringDayLimit: 10n ** 18n, approvalLimits: {}, ...terms }
  const decision = decide(state, request, all)
  applyDecision(state, decision, all.day)
  return decision
}
