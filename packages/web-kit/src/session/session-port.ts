import type { SessionPort } from '../api/client'
import { storedSession } from './session-storage'
import { dropSession, useSession } from './session-store'

/** The page's session as the API client sees it. */
export const sessionPort: SessionPort = {
  token: () => storedSession().token,
  caller: () => {
    const { user } = useSession.getState()
    return user && { id: user._id, role: user.role }
  },
  // A call that was under way while another user signed in must not sign that one out.
  refused: token => {
    if (storedSession().token === token) dropSession()
  },
}
