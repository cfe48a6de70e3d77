import { roleLabels, type TreeRole, treeRoles } from '@cascade/contracts'
import { Select } from '@cascade/ui-kit/data'
import { useActor } from '@cascade/web-kit'
import { texts } from '../../../texts'

/** Commissions are paid from super area managers down. */
const paid: readonly TreeRole[] = treeRoles.slice(2)

/** The levels below the reader. */
export function RoleFilter({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const text = texts.useText()
  const { role: own } = useActor()
  const level = (treeRoles as readonly string[]).indexOf(own)
  const roles = paid.filter(role => treeRoles.indexOf(role) > level)
  return (
    <Select
      allowClear
      value={value || undefined}
      options={roles.map(role => ({ value: role, label: roleLabels[role] }))}
      placeholder={text('allRoles')}
      aria-label={text('role')}
      onChange={role => onChange(role ?? '')}
      style={{ width: 190 }}
    />
  )
}
