import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import type { FilterField } from '@cascade/ui-kit/data'
import { useActor } from '@cascade/web-kit'
import { texts } from '../../texts'
import type { accountFilters } from './api/accounts-source'
import { AccountName, ParentFilter } from './components/parent-filter'

type Field = FilterField<keyof typeof accountFilters>

/** What a list of accounts can be narrowed by; the account above only where there is a choice. */
export function useAccountFilters({ role, parentId }: { role: AccountRole; parentId?: string }): readonly Field[] {
  const text = texts.useText()
  const actor = useActor()
  const parentRole = parentRoleOf(role)
  const hasParents =
    parentId === undefined && parentRole !== undefined && parentRole !== actor.role && role !== actor.role
  const label = text('referId')
  const parent: Field = {
    kind: 'other',
    name: 'parent',
    label,
    shown: id => <AccountName id={id} />,
    control: props => <ParentFilter role={role} label={label} {...props} />,
  }
  return [
    {
      kind: 'choice',
      name: 'status',
      label: text('status'),
      options: [
        { value: 'active', label: text('active') },
        { value: 'deactive', label: text('deactive') },
      ],
    },
    ...(hasParents ? [parent] : []),
    { kind: 'points', label: text('points'), from: 'balanceFrom', to: 'balanceTo' },
    { kind: 'days', label: text('createdDate'), from: 'from', to: 'to' },
  ]
}
