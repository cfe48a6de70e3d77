import { describe, expect, it } from 'vitest'
import { makeTransaction } from '../testing/make-transaction'
import { creditOf, debitOf, transactionExportColumns } from './transaction-columns'

describe('an amount', () => {
  it('is shown as credit if positive, as debit with its sign if negative', () => {
    const transfer = makeTransaction({ amount: 0.01 })
    const debit = makeTransaction({ amount: -99.5 })
    expect([creditOf(transfer), debitOf(transfer)]).toEqual([0.01, undefined])
    expect([creditOf(debit), debitOf(debit)]).toEqual([undefined, -99.5])
  })

  it('of a reversal stands in the column of the reversed transaction', () => {
    const transactionType = 'reversal'
    const [ofTransfer, ofDebit] = [-5, 5].map(amount => makeTransaction({ transactionType, amount }))
    expect([ofTransfer, ofDebit].map(row => row && [creditOf(row), debitOf(row)])).toEqual([
      [-5, undefined],
      [undefined, 5],
    ])
  })
})

describe('TransactionsList.xlsx', () => {
  it('has the columns of the screen', () => {
    expect(transactionExportColumns.map(({ title, width }) => [title, width])).toEqual([
      ['No', undefined],
      ['Transaction ID', undefined],
      ['User', 30],
      ['Recipient', 30],
      ['Credit', 15],
      ['Debit', 15],
      ['Transaction Message', undefined],
      ['Status', undefined],
      ['Created Date', 25],
      ['By', 30],
      ['Reversal', 40],
    ])
    const values = transactionExportColumns.map(column => column.value(makeTransaction({ amount: -3 }), 4))
    expect(values.slice(0, 6)).toEqual([5, 'transfer-1', 'admin1', 'player1', undefined, -3])
  })
})
