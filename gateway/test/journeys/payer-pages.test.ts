import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { axeViolations, describeInBrowser, overflowPixels } from '../support/browser.ts'
import { startWorld, type World } from '../support/world.ts'

describeInBrowser('the pages of a payer', (browser) => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(async () => await world.stop())

  it('of a payment that there is not is a clean page on a narrow window too', async () => {
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/pay/x`, width: 360, status: 404 })
    assert.match((await page.textContent('h1')) ?? '', /no such payment/)
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(faults(), [])
    await close()
  })
})
