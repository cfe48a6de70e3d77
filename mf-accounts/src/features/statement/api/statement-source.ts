import { ledgerApi, type StatementRow } from '@cascade/contracts/accounts'
import { type ListSource, listSource } from '@cascade/web-kit'
import { endOfDay, startOfDay } from '../../../shared/day-bounds'

/** The entries of one wallet; the filters `from` and `to` are days of the reader, both included. */
export function statementSource(accountId: string): ListSource<StatementRow> {
  const { key, load } = listSource(ledgerApi.statement, { params: { accountId } })
  return {
    key,
    load: ({ from, to, ...params }, signal) =>
      load({ ...params, startDate: startOfDay(from), endDate: endOfDay(to) }, signal),
  }
}
