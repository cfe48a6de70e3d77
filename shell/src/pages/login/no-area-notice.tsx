import { authTexts } from '@cascade/contracts/accounts'
import { Button, useToasts } from '@cascade/ui-kit'
import { messageOf, signOut } from '@cascade/web-kit'
import { shellTexts } from '../../texts'

/** For players and users: signed in, with nothing to open here. */
export function NoAreaNotice({ username }: { username: string }) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const leave = () => signOut().catch((error: unknown) => toasts.error(messageOf(error, authTexts.logoutFailed)))
  return (
    <div className="shell-auth-form">
      <p role="status">{text('noArea', { username })}</p>
      <Button size="large" block onClick={() => void leave()}>
        {text('logOut')}
      </Button>
    </div>
  )
}
