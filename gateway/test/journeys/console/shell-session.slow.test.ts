import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeInBrowser, envForPages, type OpenedPage } from '../../support/browser.ts'
import { eventually, openWorld } from '../../support/world.ts'

describeInBrowser('a session in the dashboard', (browser) => {
  const world = openWorld({ env: envForPages })
  let base = ''
  before(async () => {
    base = `/p/${world.demo.auth_point_id}`
  })

  /** Each test signs in anew: some of them end their session. */
  const open = async (path: string, options: object = {}): Promise<OpenedPage> => {
    const owner = await world.signIn('owner')
    const cookies = [{ name: 'sid', value: owner.cookie() ?? '' }]
    const opened = await browser.openPage({ url: `${world.url}/dashboard${path}`, cookies, ...options })
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }

  it('proves once more who is there before a secret is shown, and repeats what was asked', async () => {
    const { page, close } = await open(`${base}/credentials`)
    const show = page.getByRole('button', { name: 'Show API token' })
    await show.click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    const password = dialog.getByLabel('Password', { exact: true })
    await password.fill('wrong-password-entirely')
    await page.keyboard.press('Enter')
    await dialog.locator('[id$="-error"]').waitFor()
    assert.equal(await page.getByText(world.demo.auth_api_token).count(), 0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByText(world.demo.auth_api_token).count(), 0)
    await show.click()
    await password.fill(world.demo.people.owner.password)
    await page.keyboard.press('Enter')
    await page.getByText(world.demo.auth_api_token).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await close()
  })

  it('asks before it ends for idleness, and goes on when somebody is there', async () => {
    const { page, faults, close } = await open(`${base}/overview`)
    await page.waitForLoadState('networkidle')
    await page.clock.install()
    const notice = page.getByRole('dialog', { name: 'Are you still there?' })
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    // What was asked before and is answered after the clock has moved counts as asked now, also while the page asks: then it moves once more.
    await eventually(async () => {
      await page.clock.fastForward('13:30')
      return await stay.click({ timeout: 10_000 }).then(() => true)
    }, 'the page asks')
    await notice.waitFor({ state: 'detached' })
    assert.deepEqual(faults(), [])
    await close()
  })

  it('that ended leads to the sign-in page, which knows where one was', async () => {
    const { page, close } = await open(`${base}/payments?status=PENDING`)
    await world.db.query(`delete from sessions`)
    const signIn = page.waitForURL('**/dashboard/sign-in?*')
    // A request that was still on its way may lead there first: then there is no link any more.
    const click = page.getByRole('link', { name: 'Overview', exact: true }).click()
    await Promise.race([signIn, click.catch(() => undefined)])
    await signIn
    const wanted = new URL(page.url()).searchParams.get('return_to') ?? ''
    assert.match(wanted, new RegExp(`${base}/(overview|payments)`))
    await close()
  })

  it('is needed for every page: a deep link is kept with its filters', async () => {
    const { page, close } = await open(`${base}/payments?status=PENDING&service_code=BT_AR`, { cookies: [] })
    await page.waitForURL('**/dashboard/sign-in?*')
    const wanted = new URL(page.url()).searchParams.get('return_to')
    assert.equal(wanted, `${base}/payments?status=PENDING&service_code=BT_AR`)
    await close()
  })

  it('is ended by its person, in every tab', async () => {
    const { page, faults, close } = await open(`${base}/overview`)
    const other = await page.context().newPage()
    await other.goto(`${world.url}/dashboard${base}/webhooks`)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/dashboard/sign-in')
    assert.deepEqual(await page.context().cookies(), [])
    await other.reload()
    await other.waitForURL('**/dashboard/sign-in?*')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('finds a page for addresses that lead nowhere, and for points of others', async () => {
    for (const path of ['/nowhere', `${base}/nowhere`, '/p/0190a000-0000-7000-8000-000000000001/payments']) {
      const { page, faults, close } = await open(path)
      await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor()
      await page.getByRole('link', { name: 'To the start page' }).click()
      await page.waitForURL(`**${base}/overview`)
      assert.deepEqual(faults(), [], path)
      await close()
    }
  })

  it('says what broke, and works again when that does', async () => {
    const { page, close } = await open(`${base}/webhooks`)
    let isBroken = true
    await page.route('**/console/points/*/overview?*', async (route) =>
      isBroken
        ? await route.fulfill({
            status: 500,
            json: { error: { code: 'internal_error', message: 'It broke.', request_id: 'r-1' } },
          })
        : await route.continue(),
    )
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'It broke.' })
    await alert.getByText('r-1').waitFor()
    isBroken = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Your first payment in three steps' }).waitFor()
    await close()
  })

  it('survives an update of the gateway: a page whose files are gone loads anew, and says so if that does not help', async () => {
    const { page, close } = await open(`${base}/overview`)
    let isGone = true
    await page.route('**/assets/team-page-*.js', async (route) =>
      isGone ? await route.fulfill({ status: 404, body: '' }) : await route.continue(),
    )
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    const reload = page.getByRole('button', { name: 'Load the page again' })
    await reload.waitFor()
    isGone = false
    await reload.click()
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await close()
  })
})
