// @ts-check
// Runs test files one after another in this process. Each is a suite, so that hooks outside its suites are its own.
import { relative } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startPrice } from './test-price.mjs'

/**
 * The first one's price has the loading of what others share with it.
 * @param {string[]} files absolute paths of compiled test files
 */
export async function runTestFiles(files) {
  for (const file of files) {
    const price = startPrice(file)
    await describe(relative(process.cwd(), file), async () => {
      try {
        await import(pathToFileURL(file).href)
      } catch (error) {
        // A suite that failed before its first test is no failed test to all versions of Node.
        process.exitCode = 1
        throw error
      }
    })
    price.end()
  }
}
