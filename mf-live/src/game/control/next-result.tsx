import './next-result.css'
import { formatPoints } from '@cascade/contracts'
import { type LiveGame, liveApi, liveTexts, type PendingResult } from '@cascade/contracts/live'
import { Button, ClearIcon, EditIcon, formatActor, formatCount, formatDateTime } from '@cascade/ui-kit'
import { useMayCall } from '@cascade/web-kit'
import { ResultGlyphs } from '../../shared/result-glyphs'
import { texts } from '../../texts'
import { useWithdrawResult } from '../calls'
import type { Offering } from '../snapshot'
import { type Control, choiceText, chosenOptions, costOf, failureText, resultOf } from './choice'

type Props = { offering: Offering; live: LiveGame; control: Control; isLocked: boolean; isStale: boolean }

/** The next result: saved by an operator, else picked by the policy. */
export function NextResult(props: Props) {
  const text = texts.useText()
  const { live } = props
  const { pending, preview } = live
  if (!pending && !preview) return null
  return (
    <section
      className="live-panel live-next"
      data-saved={pending !== null || undefined}
      aria-label={text(pending ? 'pendingResult' : 'ifNobody')}
    >
      {pending ? <Saved {...props} pending={pending} /> : <Policy live={live} />}
    </section>
  )
}

type SavedProps = Props & { pending: PendingResult }

function Saved({ offering, live, pending, control, isLocked, isStale }: SavedProps) {
  const text = texts.useText()
  const withdrawing = useWithdrawResult()
  const mayWithdraw = useMayCall(liveApi.withdrawResult)
  const { picks, booster, by, at, drawId } = pending
  const { choice, save, maySave, isSaving, notice } = control
  const isForThis = drawId === live.drawId
  const isFixed = isStale || (isForThis && isLocked)
  const isOther = resultOf(live, choice) !== undefined
  const withdraw = async () => {
    try {
      const { message } = await withdrawing.mutateAsync({ body: { ...offering, drawId } })
      notice.show('success', message ?? liveTexts.resultWithdrawn)
    } catch (error) {
      notice.show('error', failureText(error, text('withdrawFailed'), text('withdrawFailed')))
    }
  }
  return (
    <>
      <h2>{text('pendingResult')}</h2>
      <p className="live-next-result">
        <ResultGlyphs parts={chosenOptions(live, picks)} size={40} /> <small>×{booster}</small>
      </p>
      <p>
        <strong>{text(isForThis ? 'pendingHere' : 'pendingNext')}</strong>{' '}
        {isForThis && text('pendingCost', { cost: formatPoints(costOf(live, picks, booster)), booster })}
        <br />
        <span className="live-next-by">{text('savedBy', { username: formatActor(by), at: formatDateTime(at) })}</span>
      </p>
      <div className="live-next-actions">
        {maySave && (
          <Button
            icon={<EditIcon />}
            disabled={isStale}
            loading={isSaving}
            onClick={() => (isOther ? void save() : focusCells())}
          >
            {isOther ? text('replaceBy', { label: choiceText(live, choice) }) : text('replace')}
          </Button>
        )}
        {mayWithdraw && (
          <Button
            danger
            icon={<ClearIcon />}
            disabled={isFixed}
            loading={withdrawing.isPending}
            onClick={() => void withdraw()}
          >
            {text('withdraw')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Focuses the option grid, so that another result can be chosen. */
function focusCells() {
  const cell = document.querySelector<HTMLElement>('.live-cell > button[tabindex="0"]')
  cell?.scrollIntoView?.({ block: 'nearest' })
  cell?.focus()
}

/** Up to this many candidates are listed by name; more are only counted. */
const namedMax = 12

function Policy({ live }: { live: LiveGame }) {
  const text = texts.useText()
  const { preview, data } = live
  if (!preview) return null
  const { policy, winpercentage, budget, candidates, fits, least, most, mean, drawnos } = preview
  const count = formatCount(candidates)
  const sentence = () => {
    if (policy === 'random') return text('policyRandom', { count })
    if (!fits) return text('policyNothingFits', { budget: formatPoints(budget) })
    return text('policyBudgeted', { count, budget: formatPoints(budget), kept: winpercentage })
  }
  const named = drawnos && drawnos.length <= namedMax ? drawnos : []
  const labels = named.flatMap(drawno => data.find(option => option.drawno === drawno)?.label ?? [])
  const costs = [
    ['costLeast', least],
    ['costMean', mean],
    ['costMost', most],
  ] as const
  return (
    <>
      <h2>{text('ifNobody')}</h2>
      <p>{sentence()}</p>
      {labels.length > 0 && <p className="live-policy-picks">{labels.join('  ')}</p>}
      <dl className="live-figures live-figures-three">
        {costs.map(([title, value]) => (
          <div key={title}>
            <dt>{text(title)}</dt>
            <dd>{formatPoints(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
