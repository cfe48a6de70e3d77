import { buildRooms } from './build/build-rooms'
import { explain } from './explain'

await buildRooms({ log: console.log }).catch(error => {
  console.error(explain(error))
  process.exitCode = 1
})
