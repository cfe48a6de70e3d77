import { gamesApi } from '@cascade/contracts/games'
import { handle, type ServiceHono, type ServiceParts } from '@cascade/service-kit'
import { pageOf } from '../page-of'
import { createTime } from './create-time'
import { listTimes } from './time-store'

export function addTimeRoutes(
  app: ServiceHono,
  verifyToken: ServiceParts['verifyToken'],
  db: ServiceParts['mongo']['db'],
): void {
  handle(app, verifyToken, gamesApi.timeList, async ({ query }) =>
    pageOf(await listTimes(db), query, time => `${time._id} ${time.timecount}`, {
      _id: time => time._id,
      timecount: time => time.timecount,
    }),
  )
  handle(app, verifyToken, gamesApi.createTime, async ({ body }) => ({
    message: 'Time created successfully.',
    data: await createTime(db, body),
  }))
}
