/** For password managers alone: whose password the form around it is about. */
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
