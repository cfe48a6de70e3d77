import { signIn } from '@cascade/contracts/client'
import { type ComplaintStatus, type NewComplaint, reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '../seed/demo-tree'
import type { Log } from '../servers/server'

const messages: readonly { body: NewComplaint; status?: ComplaintStatus }[] = [
  {
    body: {
      enquiryType: 'Account',
      fullName: 'Meera Nair',
      email: 'meera.nair@example.com',
      mobile: '+91 98200 41177',
      complaintDetails: 'I cannot sign in as player8 any more. Please tell me why.',
    },
    status: 'Completed',
  },
  {
    body: {
      enquiryType: 'Game',
      fullName: 'Rohan Kulkarni',
      email: 'rohan.kulkarni@example.com',
      mobile: '+91 98200 41193',
      complaintDetails: 'A result was changed after the draw, and with it my win. What happened to the wheel?',
    },
  },
]

/** Complaints of the demo, one of them answered; dated now, because the API takes no date. */
export async function writeComplaints(url: string, log: Log = () => undefined): Promise<void> {
  try {
    const login = { username: 'superadmin', password: demoPassword }
    const superadmin = await signIn(url, login, { timeoutMs: 20_000, retriesMax: 6 })
    if (!superadmin) return
    for (const { body, status } of messages) {
      const { data } = await superadmin.call(reportsApi.createComplaint, { body, key: `history-message-${body.email}` })
      if (status) await superadmin.call(reportsApi.setComplaintStatus, { params: { id: data._id }, body: { status } })
    }
  } catch (error) {
    log(`The demo goes on without complaints: ${error}`)
  }
}
