import '../shared/check-table.css'
import { type Permission, permissionOf, type Right } from '@cascade/contracts'
import { Checkbox } from '@cascade/ui-kit/forms'
import { peopleTexts } from './texts'

type Props = {
  value?: readonly Right[]
  /** Rows; default: those of `value`. */
  choices?: readonly Permission[]
  onChange?: (rights: Right[]) => void
}

/** Permissions in words, with what may be seen and what may be changed. A field of a form if it has `choices`. */
export function PermissionTable({ value = [], choices, onChange }: Props) {
  const text = peopleTexts.useText()
  const rows = choices ?? [...new Set(value.map(permissionOf))]
  const set = (permission: Permission, level: 'none' | 'see' | 'change') => {
    const others = value.filter(right => permissionOf(right) !== permission)
    const right: Right[] = level === 'none' ? [] : [level === 'change' ? permission : `${permission}:read`]
    onChange?.([...others, ...right])
  }
  return (
    <table className="accounts-check-table">
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
          const mayChange = value.includes(permission)
          const maySee = mayChange || value.includes(`${permission}:read`)
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
