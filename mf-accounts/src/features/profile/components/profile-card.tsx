import { roleLabels } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { Amount, Card, formatDate, formatPoints } from '@cascade/ui-kit'
import { Descriptions } from '@cascade/ui-kit/forms'
import type { ReactNode } from 'react'
import { texts } from '../../../texts'

/** Who the signed-in user is. */
export function ProfileCard({ account, extra }: { account: Account; extra: ReactNode }) {
  const text = texts.useText()
  const { firstName, lastName, city, state, country, pinCode } = account
  const place = [city, state, country, pinCode].filter(part => part !== undefined && part !== '').join(', ')
  const items = [
    { label: text('username'), children: <strong>{account.username}</strong> },
    { label: text('name'), children: `${firstName} ${lastName}`.trim() },
    { label: text('role'), children: roleLabels[account.role] },
    { label: text('uniqueId'), children: account.uniqueId },
    { label: text('creditBalance'), children: <Amount value={account.walletBalance} /> },
    { label: text('commission'), children: `${formatPoints(account.commission)} %` },
    { label: text('email'), children: account.email },
    { label: text('phone'), children: account.phone },
    { label: text('dateOfBirth'), children: account.dateOfBirth },
    { label: text('address'), children: [account.address, place].filter(Boolean).join(' · ') },
    { label: text('memberSince'), children: formatDate(account.createdAt) },
  ]
  return (
    <Card title={text('profileCard')} extra={extra}>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={items.map(item => ({ key: item.label, ...item, children: item.children || '–' }))}
      />
    </Card>
  )
}
