import { explain } from './processes/explain'
import { runInstallation } from './suite/run-installation'

/** `npm run installation -- save|restore <file>`, for the suite of `npm start` while it is stopped. */
await runInstallation(process.env.CASCADE_DATA_DIR ?? '.data', process.argv.slice(2), console.log).then(
  code => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  },
)
