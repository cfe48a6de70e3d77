import '../notices/notice-settings.css'
import { type Permission, permissionOf, type Right } from '@cascade/contracts'
import { Checkbox } from '@cascade/ui-kit/forms'
import { peopleTexts } from './texts'

type Props = {
  permissions: readonly Right[]
  /** Rows; default: those of `permissions`. */
  choices?: readonly Permission[]
  onChange?: (permissions: Right[]) => void
}

/** Permissions in words, with what may be seen and what may be changed. */
export function PermissionTable({ permissions, choices, onChange }: Props) {
  const text = peopleTexts.useText()
  const rows = choices ?? [...new Set(permissions.map(permissionOf))]
  const set = (permission: Permission, level: 'none' | 'see' | 'change') => {
    const others = permissions.filter(right => permissionOf(right) !== permission)
    const right: Right[] = level === 'none' ? [] : [level === 'change' ? permission : `${permission}:read`]
    onChange?.([...others, ...right])
  }
  return (
    <table className="accounts-notices">
      <thead>
        <tr>
          {(['permission', 'see', 'change'] as const).map(column => (
            <th key={column} scope="col">
              {text(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(permission => {
          const mayChange = permissions.includes(permission)
          const maySee = mayChange || permissions.includes(`${permission}:read`)
          const words = text(`permission_${permission}`)
          return (
            <tr key={permission}>
              <th scope="row">{words}</th>
              <td>
                <Checkbox
                  checked={maySee}
                  disabled={!onChange}
                  aria-label={`${words}: ${text('see')}`}
                  onChange={({ target }) => set(permission, target.checked ? 'see' : 'none')}
                />
              </td>
              <td>
                <Checkbox
                  checked={mayChange}
                  disabled={!onChange}
                  aria-label={`${words}: ${text('change')}`}
                  onChange={({ target }) => set(permission, target.checked ? 'change' : 'see')}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
