import './tile-controls.css'
import { formatPoints } from '@cascade/contracts'
import { type BoardGame, liveApi, liveTexts } from '@cascade/contracts/live'
import {
  ActivateIcon,
  Amount,
  Button,
  DeactivateIcon,
  DeleteIcon,
  type Notice,
  SaveIcon,
  useConfirm,
} from '@cascade/ui-kit'
import { Radio } from '@cascade/ui-kit/forms'
import { messageOf, useCallFilter } from '@cascade/web-kit'
import { useSetStop, useWithdrawResult } from '../game/calls'
import { balanceAfter, choiceText, costOf, dimensionsOf, resultOf, useControl } from '../game/control/choice'
import { useIsLocked } from '../game/countdown-clock'
import { useLiveness } from '../game/feed/liveness'
import { useLiveGame } from '../game/feed/use-live-game'
import type { Snapshot } from '../game/snapshot'
import { TypedHint, useTypedChoice } from '../game/typed-choice'
import { useLiveSettings } from '../shared/live-settings'
import { texts } from '../texts'
import { idOf } from './order'
import { useKeys } from './use-keys'

type Props = {
  /** The tile that has, or last had, the focus. */
  game: BoardGame
  /** Stale figures disable every change. */
  isStale: boolean
  notice: Notice
  onClose: () => void
}

/** Inline controls of a board tile; subscribes to its draw while open. */
export function TileControls(props: Props) {
  const text = texts.useText()
  const { adminId, gameId, gameName } = props.game
  const { query, phase } = useLiveGame({ adminId, gameId })
  return (
    <section className="live-hand" aria-label={text('inHand', { game: gameName })}>
      {query.data && <Controls key={idOf(props.game)} {...props} snapshot={query.data} phase={phase} />}
    </section>
  )
}

type ControlsProps = Props & { snapshot: Snapshot; phase: ReturnType<typeof useLiveGame>['phase'] }

function Controls({ game, snapshot, phase, notice, onClose, ...board }: ControlsProps) {
  const text = texts.useText()
  const { live } = snapshot
  const { keys } = useLiveSettings()
  const trust = useLiveness(snapshot, phase)
  const isStale = board.isStale || trust.liveness === 'stale'
  const isLocked = useIsLocked(snapshot)
  const control = useControl({ adminId: game.adminId, gameId: game.gameId }, live, isStale, isLocked)
  const { choice, booster, setBooster, pick, clear, save, maySave, isSaving } = control
  const chosen = choiceText(live, choice)
  const isWhole = resultOf(live, choice) !== undefined
  const cost = costOf(live, choice, booster)
  const actions = useActions(game, isStale, notice)
  const { typed, match } = useTypedChoice({
    enabled: keys,
    dimensions: dimensionsOf(live),
    choice,
    onPick: pick,
    onClear: () => (chosen === '' ? onClose() : clear()),
    onSave: () => void save({ confirmFirst: true }),
  })
  useKeys(({ key, target }) => {
    if (!(target instanceof Element) || !target.closest('.live-tile')) return false
    const act: Record<string, () => unknown> = {
      ' ': actions.toggleStop,
      Delete: actions.withdraw,
      '*': () => setBooster(booster === 1 ? 2 : 1),
      // Without a complete choice, Enter follows the link of the tile.
      ...(isWhole && { Enter: () => save({ confirmFirst: true }) }),
    }
    void act[key]?.()
    return key in act
  })
  return (
    <>
      {control.notice.element}
      <div className="live-hand-choice">
        <b>{game.gameName}</b>
        <span>{chosen === '' ? text(keys ? 'handHint' : 'nothingSelected') : chosen}</span>
      </div>
      <Radio.Group
        aria-label={text('booster')}
        optionType="button"
        value={booster}
        onChange={event => setBooster(event.target.value)}
        options={[1, 2].map(value => ({ value, label: text('boosterOf', { booster: value }) }))}
      />
      <dl className="live-hand-figures">
        <div>
          <dt>{text('pays', { booster })}</dt>
          <dd>{chosen === '' ? '–' : formatPoints(cost)}</dd>
        </div>
        <div>
          <dt>{text('balanceAfter')}</dt>
          <dd>{chosen === '' ? '–' : <Amount value={balanceAfter(live, cost)} />}</dd>
        </div>
      </dl>
      <div className="live-hand-actions">
        {maySave && (
          <Button
            type="primary"
            icon={<SaveIcon />}
            loading={isSaving}
            disabled={isStale || !isWhole}
            onClick={() => void save({ confirmFirst: true })}
          >
            {text('save')} <kbd className="live-key">↵</kbd>
          </Button>
        )}
        {game.pending && actions.mayWithdraw && (
          <Button
            icon={<DeleteIcon />}
            disabled={isStale}
            loading={actions.isBusy}
            onClick={() => void actions.withdraw()}
          >
            {text('withdrawLabel', { label: game.pending.label })} <kbd className="live-key">{text('deleteKey')}</kbd>
          </Button>
        )}
        {actions.mayStop && (
          <Button
            danger={!game.stops.game}
            icon={game.stops.game ? <ActivateIcon /> : <DeactivateIcon />}
            disabled={isStale}
            loading={actions.isBusy}
            onClick={() => void actions.toggleStop()}
          >
            {text(game.stops.game ? 'allowGame' : 'stopBetting')} <kbd className="live-key">{text('spaceKey')}</kbd>
          </Button>
        )}
        <Button type="text" onClick={onClose}>
          {text('closeHand')} <kbd className="live-key">Esc</kbd>
        </Button>
      </div>
      <TypedHint typed={typed} match={match} />
    </>
  )
}

function useActions({ adminId, gameId, gameName, stops, pending }: BoardGame, isStale: boolean, notice: Notice) {
  const text = texts.useText()
  const confirm = useConfirm()
  const setting = useSetStop()
  const withdrawing = useWithdrawResult()
  const isBusy = setting.isPending || withdrawing.isPending
  const mayCall = useCallFilter()
  const mayStop = mayCall(liveApi.setStop)
  const mayWithdraw = mayCall(liveApi.withdrawResult)
  const run = async (change: () => Promise<{ message?: string | undefined }>, done: string) => {
    if (isStale) return notice.show('error', text('feedLostNote'))
    if (isBusy) return
    try {
      notice.show('success', (await change()).message ?? done)
    } catch (error) {
      notice.show('error', messageOf(error))
    }
  }
  return {
    isBusy,
    mayStop,
    mayWithdraw,
    async toggleStop() {
      if (!mayStop) return
      const stopped = !stops.game
      const question = {
        title: text('stopQuestion'),
        text: text('stopConsequence'),
        confirmLabel: text('stopGame', { name: gameName }),
      }
      if (stopped && !(await confirm(question))) return
      await run(
        () => setting.mutateAsync({ body: { adminId, gameId, stopped } }),
        stopped ? liveTexts.bettingStopped : liveTexts.bettingResumed,
      )
    },
    async withdraw() {
      if (!pending || !mayWithdraw) return
      const { drawId } = pending
      await run(() => withdrawing.mutateAsync({ body: { adminId, gameId, drawId } }), liveTexts.resultWithdrawn)
    },
  }
}
