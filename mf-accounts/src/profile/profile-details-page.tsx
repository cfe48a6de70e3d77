import '../shared/shared.css'
import './profile.css'
import { roleLabels } from '@cascade/contracts'
import { type Account, accountApi, sessionApi } from '@cascade/contracts/accounts'
import { Amount, Button, Card, formatDate, formatPoints, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { Descriptions } from '@cascade/ui-kit/forms'
import { useActor, useAddress, useCallFilter } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { CashCard } from '../cash/cash-card'
import { CreditLine } from '../details/account-cards'
import { NoticeSettingsCard } from '../notices/notice-settings-card'
import { paths } from '../paths'
import { SessionsCard } from '../sessions/sessions-card'
import { userQuery } from '../shared/calls'
import { texts } from '../texts'
import { ChangePasswordCard } from './change-password-card'

export default function ProfileDetailsPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { _id, role } = useActor()
  const mayCall = useCallFilter()
  const own = useQuery(userQuery(_id))
  const edit = (
    <div className="accounts-buttons">
      <Button onClick={() => void navigate(address(paths.security))}>{text('security')}</Button>
      {role !== 'user' && mayCall(accountApi[role].update) && (
        <Button onClick={() => void navigate(address(paths.editProfile))}>{text('editProfile')}</Button>
      )}
    </div>
  )
  return (
    <StateSwitch query={own}>
      {account => (
        <>
          <PageHeader title={text('profile')} />
          <div className="accounts-stack">
            <ProfileCard account={account} extra={edit} />
            {account.role !== 'superadmin' && <CashCard userId={_id} />}
            {mayCall(sessionApi.changePassword) && <ChangePasswordCard />}
            <NoticeSettingsCard />
            <SessionsCard account={account} />
          </div>
        </>
      )}
    </StateSwitch>
  )
}

export function ProfileCard({ account, extra }: { account: Account; extra: ReactNode }) {
  const text = texts.useText()
  const { firstName, lastName, city, state, country, pinCode } = account
  const location = [city, state, country, pinCode].filter(part => part !== undefined && part !== '').join(', ')
  const items = [
    { label: text('username'), children: <strong>{account.username}</strong> },
    { label: text('name'), children: `${firstName} ${lastName}`.trim() },
    { label: text('role'), children: roleLabels[account.role] },
    { label: text('uniqueId'), children: account.uniqueId },
    { label: text('creditBalance'), children: <Amount value={account.walletBalance} /> },
    ...(account.creditUsed === undefined
      ? []
      : [
          { label: text('creditLine'), children: <CreditLine account={account} /> },
          { label: text('creditUsed'), children: <Amount value={account.creditUsed} /> },
        ]),
    { label: text('commission'), children: `${formatPoints(account.commission)} %` },
    { label: text('email'), children: account.email },
    { label: text('phone'), children: account.phone },
    { label: text('dateOfBirth'), children: account.dateOfBirth },
    { label: text('address'), children: [account.address, location].filter(Boolean).join(' · ') },
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
