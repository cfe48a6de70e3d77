import { endpoint, IdParams, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { AuthUser, authUserExample } from './auth'

export const userApi = {
  read: endpoint({
    id: 'accounts.user.read',
    domain: 'accounts',
    route: 'GET /auth/userauth/:id',
    permission: 'any',
    summary: 'A user with the current balance: the caller or an account below',
    params: IdParams,
    response: responseOf(AuthUser, { user: AuthUser }),
  }),
}

export const userExamples = (): ExamplesOf<typeof userApi> => ({
  fields: { id: 'id-admin' },
  read: { response: { data: authUserExample, user: authUserExample } },
})
