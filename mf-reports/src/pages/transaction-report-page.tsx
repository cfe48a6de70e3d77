/// <reference path="../css.d.ts" />
import '../reports.css'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useActor, useListState } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { transactionFilters, transactionList } from '../features/transactions/api/transaction-list'
import { TransactionFilters } from '../features/transactions/components/transaction-filters'
import { transactionColumns, transactionExportColumns } from '../features/transactions/transaction-columns'
import { reportsTexts } from '../texts'

const transactionsFile = { file: 'TransactionsList.xlsx', sheet: 'Transactions', columns: transactionExportColumns }

export default function TransactionReportPage() {
  const text = reportsTexts.useText()
  const queryClient = useQueryClient()
  const { _id: currentId } = useActor()
  const list = useListState({ filters: transactionFilters })
  const source = useMemo(() => transactionList({ queryClient, currentId }), [queryClient, currentId])
  return (
    <>
      <PageHeader title={text('transactionReport')} />
      <DataTable
        id="reports.transactions"
        columns={transactionColumns}
        rowKey={transaction => transaction._id}
        source={source}
        list={list}
        search={text('searchTransactions')}
        filters={<TransactionFilters list={list} />}
        exportAs={transactionsFile}
      />
    </>
  )
}
