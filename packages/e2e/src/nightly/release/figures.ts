import { treeRoles } from '@cascade/contracts'
import { accountApi, ledgerApi } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { verifyRecord } from '@cascade/draw-rules/verify'
import type { Api, Session } from '../../support/api'

export type Days = { startDate: string; endDate: string }
export type Figures = Awaited<ReturnType<typeof figuresOf>>

/** Release-independent figures of money and draws, which a later release must reproduce. */
export async function figuresOf(api: Api, superadmin: Session, days: Days, drawIds: readonly string[]) {
  const accounts: Record<string, [isActive: boolean, balance: number]> = {}
  for (const role of treeRoles.filter(each => each !== 'superadmin')) {
    const { data } = await api.call(accountApi[role].list, superadmin)
    for (const { username, userStatus, walletBalance } of data) accounts[username] = [userStatus, walletBalance]
  }
  const { issued, wallets, pools, difference } = (await api.call(ledgerApi.conservation, superadmin)).data
  const transactions = (await api.call(reportsApi.transactions, superadmin)).data
  const query = { id: superadmin.user._id, ...days }
  const turnover = (await api.call(reportsApi.turnover, superadmin, { query })).data
  const commission = (await api.call(reportsApi.adminCommission, superadmin, { query })).summary
  const { data: publicKeys, seeds } = await api.call(liveApi.keys, superadmin)
  const draws = []
  for (const drawId of drawIds) {
    const { data } = await api.call(liveApi.draw, superadmin, { params: { drawId } })
    const findings = data.documents.flatMap(document => verifyRecord(document, { publicKeys, seeds }))
    draws.push({
      drawId,
      state: data.state,
      tickets: data.tickets,
      stake: data.stake,
      won: data.won,
      records: data.documents.map(({ hash, record }) => [record.result, record.resultVersion, hash]),
      faults: findings.filter(({ ok }) => !ok).map(({ name, text }) => `${name}: ${text}`),
    })
  }
  return {
    accounts,
    books: { issued, wallets, pools, difference },
    transactions: transactions.map(({ _id, amount, newBalance }) => [_id, amount, newBalance]),
    turnover: turnover.map(({ username, playPoints, winPoints, net }) => [username, playPoints, winPoints, net]),
    commission: commission.commission,
    draws,
  }
}
