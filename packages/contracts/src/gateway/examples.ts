import { exampleOf } from '../call-example'
import { gatewayApi } from './api'

export const gatewayCallExamples = {
  ...exampleOf(gatewayApi.logUserActivity, {
    body: { subject: 'Export players', requestUrl: '/admin/players', method: 'GET' },
    answer: { success: true },
  }),
}
