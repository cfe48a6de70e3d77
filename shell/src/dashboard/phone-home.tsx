import './phone-home.css'
import { childRoleOf, roleLabels } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import {
  AddIcon,
  AdjustIcon,
  Amount,
  BrandMark,
  formatCount,
  formatPoints,
  HistoryIcon,
  Skeleton,
  TransferIcon,
  useNarrow,
} from '@cascade/ui-kit'
import { ownAccountQuery, useActor, useCallFilter } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { dashboardQuery, playersQuery } from './calls'

/** Home section for agents on phones: balance, own players and four actions. Empty on wider screens. */
export function PhoneHome() {
  return useNarrow(600) ? <Home /> : null
}

function Home() {
  const text = shellTexts.useText()
  const actor = useActor()
  const { role, _id: id } = actor
  const { data: account = actor } = useQuery(ownAccountQuery(actor))
  const below = childRoleOf(role) ?? 'player'
  const mayCall = useCallFilter()
  const { transfer, adjust, create } = accountApi[below]
  const list = `/${role}/${below}`
  return (
    <section className="shell-home" aria-label={text('yourAccount')}>
      <div className="shell-home-balance">
        <span>{text('balance')}</span>
        <strong>
          <Amount value={account.walletBalance} />
        </strong>
        <Branch />
        <BrandMark size={128} />
      </div>
      <nav className="shell-home-actions" aria-label={text('doNow')}>
        {mayCall(transfer) && (
          <Action to={`${list}?for=credittransfer`} icon={<TransferIcon />} label={text('giveCredit')} />
        )}
        {mayCall(adjust) && <Action to={`${list}?for=creditadjust`} icon={<AdjustIcon />} label={text('takeBack')} />}
        {mayCall(create) && (
          <Action to={`${list}/create`} icon={<AddIcon />} label={text('newAccount', { level: roleLabels[below] })} />
        )}
        <Action to={`${list}/statement/${id}`} icon={<HistoryIcon />} label={text('statement')} />
      </nav>
    </section>
  )
}

function Branch() {
  const text = shellTexts.useText()
  const { role } = useActor()
  const { data: players } = useQuery(playersQuery())
  const { data: figures } = useQuery(dashboardQuery())
  if (!players) return <Skeleton.Button active size="small" block />
  return (
    <Link className="shell-home-branch" to={`/${role}/player`}>
      <span>{text('homePlayers', { count: formatCount(players.total) })}</span>
      {figures && <span>{text('homeOnline', { count: formatCount(figures.onlinePlayers) })}</span>}
      {players.balance !== undefined && <span>{text('homeHold', { points: formatPoints(players.balance) })}</span>}
    </Link>
  )
}

type ActionProps = { to: string; icon: ReactNode; label: string }

const Action = ({ to, icon, label }: ActionProps) => (
  <Link to={to}>
    <span aria-hidden="true">{icon}</span>
    {label}
  </Link>
)
