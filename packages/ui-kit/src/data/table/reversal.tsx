import type { AnyEndpoint } from '@cascade/contracts'
import { serverNow, useAddress } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../format/format'
import { defineTexts } from '../../i18n/texts'
import { BackIcon } from '../../icons/icons'
import type { RowAction } from './row-actions'

type TransferLink = { transferId: string; createdAt: string; by: string }
/** A row that shows a transfer, with its reversal or the transfer that it reverses. */
type Reversible = {
  reverses?: TransferLink | undefined
  reversedBy?: TransferLink | undefined
  reversibleUntil?: string | undefined
}

export const reversalLinkTexts = defineTexts('reversal', {
  reversal: 'Reversal',
  reverse: 'Reverse…',
  reverses: 'Reverses the transfer of {day} by {by}',
  reversedBy: 'Reversed on {day} by {by}',
})

/** Length of `YYYY-MM-DD`. */
const dayLength = 10

/** A page of mf-accounts: a transfer, and its reversal. */
const transferPath = 'transfer/:transferId'

export const useTransferAddress = () => {
  const address = useAddress()
  return (transferId: string) => address(transferPath, { transferId })
}

/** The link of a row in words, also for exports; undefined without one. */
export function describeReversal({ reverses, reversedBy }: Reversible): string | undefined {
  const link = reverses ?? reversedBy
  const values = link && { day: formatDateTime(link.createdAt).slice(0, dayLength), by: link.by }
  return values && reversalLinkTexts.text(reverses ? 'reverses' : 'reversedBy', values)
}

export function ReversalLink({ row }: { row: Reversible }) {
  reversalLinkTexts.useText()
  const addressOf = useTransferAddress()
  const link = row.reverses ?? row.reversedBy
  return (
    link && (
      <Link to={addressOf(link.transferId)} title={formatDateTime(link.createdAt)}>
        {describeReversal(row)}
      </Link>
    )
  )
}

export const isReversible = ({ reversibleUntil }: Reversible): boolean =>
  reversibleUntil !== undefined && Date.parse(reversibleUntil) > serverNow()

/** The row action that opens the form; absent where it would be rejected. @param call reverses a transfer */
export function useReverseAction(call: AnyEndpoint): (row: Reversible, transferId: string) => RowAction[] {
  const text = reversalLinkTexts.useText()
  const addressOf = useTransferAddress()
  return (row, transferId) =>
    isReversible(row)
      ? [{ key: 'reverse', label: text('reverse'), icon: <BackIcon />, shortcut: 'r', to: addressOf(transferId), call }]
      : []
}
