import { Amount, formatCount } from '@cascade/ui-kit'
import type { ListParams } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { AccountScope } from '../../../shared/api/account-scope'
import { texts } from '../../../texts'
import { sumQuery } from '../api/sum-query'

/** What all accounts of the filter hold together, those of other pages among them. */
export function FilterSum({ scope, params }: { scope: AccountScope; params: ListParams }) {
  const text = texts.useText()
  const { data } = useQuery(sumQuery(scope, params))
  if (data?.balance === undefined) return null
  const { balance, branch } = data
  return (
    <span>
      {text('sumOfFilter')} <Amount value={balance} />
      {branch && (
        <>
          {' · '}
          {text('sumOfBranches')} <Amount value={branch.balance} />
          {' · '}
          {text('allBelow')} {formatCount(branch.all)}
        </>
      )}
    </span>
  )
}
