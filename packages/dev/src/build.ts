import { buildPackages } from './build/build-packages'
import { explain } from './processes/explain'

await buildPackages({ log: console.log }).catch(error => {
  console.error(explain(error))
  process.exitCode = 1
})
