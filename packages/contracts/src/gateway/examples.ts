import { exampleOf } from '../call-example'
import { gatewayApi } from './api'

export const gatewayCallExamples = {
  ...exampleOf(gatewayApi.logUserActivity, {
    body: { subject: 'Export', requestUrl: '/admin/player/playersList.xlsx', method: 'GET' },
    answer: { success: true },
  }),
}
