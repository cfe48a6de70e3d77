import { ledgerApi, type StatementRow } from '@cascade/contracts/accounts'
import { type ListSource, listSource } from '@cascade/web-kit'

/** The entries of one wallet; the filters `from` and `to` are days of the reader, both included. */
export function statementSource(accountId: string): ListSource<StatementRow> {
  const { key, load } = listSource(ledgerApi.statement, { params: { accountId } })
  return {
    key,
    load: ({ from, to, ...params }, signal) =>
      load({ ...params, startDate: timeOf(from, '00:00:00.000'), endDate: timeOf(to, '23:59:59.999') }, signal),
  }
}

function timeOf(day: string | number | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
