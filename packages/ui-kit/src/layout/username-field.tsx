/** Hidden username for password managers, in forms that ask for a password only. */
export const UsernameField = ({ username }: { username: string }) => (
  <input
    className="kit-sr-only"
    name="username"
    autoComplete="username"
    value={username}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
