#!/usr/bin/env node
import { verifyDraw } from './verify-draw'

const { code, text } = await verifyDraw(process.argv.slice(2), process.cwd())
const stream = code === 2 ? process.stderr : process.stdout
stream.write(`${text}\n`)
process.exitCode = code
