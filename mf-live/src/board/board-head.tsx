import './board.css'
import { formatPoints } from '@cascade/contracts'
import { type Board, liveApi } from '@cascade/contracts/live'
import {
  ActivateIcon,
  Amount,
  Button,
  DeactivateIcon,
  formatActor,
  formatDateTime,
  type Notice,
  useConfirm,
} from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { messageOf, useActor, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useSetStop } from '../game/calls'
import { texts } from '../texts'
import { offeringsQuery } from './calls'

/** Totals of the board: open stakes, worst-case payouts and today's net. */
export function BoardSums({ sums, isStale }: Pick<Board, 'sums'> & { isStale: boolean }) {
  const text = texts.useText()
  const figures = [
    [text('sumStake'), formatPoints(sums.stake)],
    [text('sumWorst', { booster: 1 }), formatPoints(sums.worst)],
    [text('sumWorst', { booster: 2 }), formatPoints(sums.worstBoosted)],
    [text('sumNet'), <Amount key="net" value={sums.net} />],
  ] as const
  return (
    <dl className="live-sums" data-stale={isStale || undefined}>
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type AdminFilterProps = { adminId: string | undefined; onChoose: (adminId: string | undefined) => void }

/** Admin filter; hidden when there is only one admin. */
export function AdminFilter({ adminId, onChoose }: AdminFilterProps) {
  const text = texts.useText()
  const { data: offerings = [] } = useQuery(offeringsQuery())
  const admins = new Map(offerings.map(offering => [offering.adminId, offering.username]))
  if (admins.size < 2) return null
  return (
    <Select
      className="live-board-admin"
      aria-label={text('adminFilter')}
      allowClear
      value={adminId ?? null}
      placeholder={text('allAdmins')}
      showSearch
      onChange={(chosen: string | null) => onChoose(chosen ?? undefined)}
      options={Array.from(admins, ([value, label]) => ({ value, label }))}
    />
  )
}

export const everythingKey = '!'

/** Stops betting on all games of the caller after a confirmation; resuming needs none. */
export function useStopEverything(stopped: Board['stopped'], isStale: boolean, notice: Notice) {
  const text = texts.useText()
  const confirm = useConfirm()
  const setting = useSetStop()
  const { role } = useActor()
  const mayStop = useMayCall(liveApi.setStop)
  const isStopped = stopped !== null
  const toggle = async () => {
    if (!mayStop || isStale || setting.isPending) return
    const question = {
      title: text('everythingQuestion'),
      text: text(role === 'superadmin' ? 'everythingOfAll' : 'everythingOfOne'),
      confirmLabel: text('stopEverything'),
    }
    if (!isStopped && !(await confirm(question))) return
    try {
      const { message } = await setting.mutateAsync({ body: { everything: true, stopped: !isStopped } })
      notice.show('success', message ?? '')
    } catch (error) {
      notice.show('error', messageOf(error))
    }
  }
  return { mayStop, isStopped, isBusy: setting.isPending, toggle }
}

type EverythingProps = { everything: ReturnType<typeof useStopEverything>; isStale: boolean }

export function EverythingButton({ everything: { mayStop, isStopped, isBusy, toggle }, isStale }: EverythingProps) {
  const text = texts.useText()
  if (!mayStop) return null
  return (
    <Button
      danger={!isStopped}
      type="primary"
      icon={isStopped ? <ActivateIcon /> : <DeactivateIcon />}
      loading={isBusy}
      disabled={isStale}
      aria-keyshortcuts={everythingKey}
      onClick={() => void toggle()}
    >
      {text(isStopped ? 'startEverything' : 'stopEverything')} <kbd className="live-key">{everythingKey}</kbd>
    </Button>
  )
}

export function EverythingBanner({ stopped }: Pick<Board, 'stopped'>) {
  const text = texts.useText()
  if (!stopped) return null
  const { by, at, reason } = stopped
  return (
    <p className="live-board-stopped" role="status">
      <b>{text('everythingStopped')}</b> {text('stoppedBy', { username: formatActor(by), at: formatDateTime(at) })}{' '}
      {reason}
    </p>
  )
}
