import type { Notice } from '@cascade/contracts/accounts'
import { formatPoints, Moment } from '@cascade/ui-kit'
import { noticeTexts } from './notice-texts'

/** A notice in words. */
export function NoticeLine({ notice }: { notice: Notice }) {
  const text = noticeTexts.useText()
  return (
    <span className="shell-bell-notice" data-unread={notice.read ? undefined : true}>
      <span>
        {!notice.read && <span className="kit-sr-only">{text('unread')}: </span>}
        {describe(notice, text)}
      </span>
      <Moment at={notice.at} />
    </span>
  )
}

type BellText = ReturnType<typeof noticeTexts.useText>

function describe({ kind, data }: Notice, text: BellText): string {
  if (kind === 'factors-changed') return text(`${kind}_${data.change}`, data)
  if (kind === 'period-closed' || kind === 'commission-paid') {
    const { by, from, to } = data
    const days = from === to ? to : `${from} – ${to}`
    if (kind === 'period-closed') return text(kind, { by, days })
    return text(`${kind}_${data.as}`, { by, days, amount: formatPoints(data.amount) })
  }
  if (kind === 'limit-reached') return text(kind, { ...data, limit: text(`limit_${data.limit}`) })
  if (!('operation' in data)) return text(kind, data)
  // Operations and states of a newer server have no text: their names are shown.
  const orElse = (fallback: string, key: string, values?: typeof data) => {
    const words = text(key as Parameters<BellText>[0], values)
    return words === key ? fallback : words
  }
  const values = { ...data, operation: orElse(data.operation, `operation_${data.operation}`) }
  const notice = text(kind, values)
  return 'state' in data ? orElse(notice, `decided_${data.state}${data.by && '_by'}`, values) : notice
}
