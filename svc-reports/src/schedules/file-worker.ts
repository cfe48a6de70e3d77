import { parentPort, workerData } from 'node:worker_threads'
import { writeContent } from './write-content'

/** Program of a worker thread that writes one file. */
parentPort?.postMessage(await writeContent(workerData))
