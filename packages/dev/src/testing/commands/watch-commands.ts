import { MongoClient } from 'mongodb'
import { afterAll, expect } from 'vitest'
import { knownShapes } from './known-commands'
import { shapesOf } from './shapes'

// Runs before each integration test file, which fails if a service sent a command shape that is not listed.
declare global {
  var unknownShapes: Set<string> | undefined
}

if (!globalThis.unknownShapes) {
  const unlisted = new Set<string>()
  globalThis.unknownShapes = unlisted
  const { connect } = MongoClient.prototype
  const watched = new WeakSet<MongoClient>()
  MongoClient.prototype.connect = function () {
    if (!watched.has(this)) {
      watched.add(this)
      // A constructor option that the driver reads on connect.
      Object.assign(this, { monitorCommands: true })
      this.on('commandStarted', event => {
        for (const shape of shapesOf(event)) if (!knownShapes.has(shape)) unlisted.add(shape)
      })
    }
    return connect.call(this)
  }
}

afterAll(() => {
  const found = [...(globalThis.unknownShapes ?? [])]
  globalThis.unknownShapes?.clear()
  expect(
    found,
    'Look up the limits of these commands in the MongoDB manual, and add them to known-commands.ts',
  ).toEqual([])
})
