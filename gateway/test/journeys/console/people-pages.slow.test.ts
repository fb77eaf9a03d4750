import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode, totpStep } from '../../../src/extras/identity/rules/totp.ts'
import { axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('the pages about people', (browser) => {
  const world = openWorld({ env: envForPages })
  let owner: { email: string; password: string }
  before(async () => {
    owner = world.demo.people.owner
  })

  const open = async (path: string, options: { width?: number; scheme?: 'light' | 'dark'; locale?: string } = {}) =>
    await browser.openPage({ url: `${world.url}/dashboard${path}`, ...options })
  const signIn = async (page: Page, person: { email: string; password: string }) => {
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const heading = async (page: Page, name: string) =>
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const proveByPassword = async (page: Page, password: string) => {
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  /** What every page must be, in light and narrow too. */
  const isWell = async (page: Page, what: string) => {
    assert.deepEqual(await axeViolations(page), [], what)
    assert.equal(await overflowPixels(page), 0, what)
  }
  /** What Chromium says on its console of an answer that the walk asked for. */
  const unexpected = (faults: string[], statuses: readonly number[]) =>
    faults.filter((fault) => !statuses.some((status) => fault.includes(`status of ${status}`)))

  it('lead from the first sign-in to a second factor, out, and in again by a code', async () => {
    const { page, faults, close } = await open('/account')
    await heading(page, 'Sign in')
    await isWell(page, 'signing in')
    await signIn(page, { ...owner, password: 'not the right one' })
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await signIn(page, owner)
    // Back where one wanted to go.
    await heading(page, 'Account and security')
    await page.getByText('Not set up').waitFor()
    await isWell(page, 'the account')
    await page.getByRole('button', { name: 'Set up the second factor' }).click()
    await proveByPassword(page, owner.password)
    const dialog = page.getByRole('dialog', { name: 'Set up the second factor' })
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    await isWell(page, 'the set-up')
    const secret = await dialog.locator('code').textContent()
    assert.match(secret ?? '', /^[A-Z2-7]{32}$/)
    const step = totpStep(Date.now() / 1000)
    await dialog.getByLabel('Code that the app shows now').fill(totpCode(secret ?? '', step))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
    const [recovery = '', ...others] = ((await codes.locator('pre').textContent()) ?? '').split('\n')
    assert.equal(others.length, 9)
    await codes.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes left').waitFor()

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(page, 'Sign in')
    await signIn(page, owner)
    await heading(page, 'Second factor')
    await isWell(page, 'the second factor')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('This code is wrong, or it was used before.').waitFor()
    await page.getByLabel('Code').fill(totpCode(secret ?? '', step + 1))
    await page.getByRole('button', { name: 'Go on' }).click()
    await heading(page, 'Overview')
    await page.goto(`${world.url}/dashboard/account`)
    await page.getByRole('button', { name: 'Remove the second factor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the second factor' }).click()
    const stepUp = page.getByRole('dialog', { name: 'Is it you?' })
    await stepUp.getByLabel('Code of your authenticator app, or a recovery code').fill(recovery)
    await stepUp.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Not set up').waitFor()
    assert.deepEqual(unexpected(faults(), [401, 403]), [])
    await close()
  })

  it('take in somebody by a link, and show it to whoever invites once', async () => {
    const { page, faults, close } = await open('/team')
    await signIn(page, owner)
    await heading(page, 'Team')
    await isWell(page, 'the team')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByLabel('E-mail address').fill('nadia@shop.example')
    await page.getByRole('radio', { name: 'Developer' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    await proveByPassword(page, owner.password)
    const url = (await page.getByRole('dialog', { name: 'The link' }).locator('pre').textContent()) ?? ''
    assert.ok(url.startsWith(`${world.url}/dashboard/invitation#`), url)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'nadia@shop.example', exact: true }).waitFor()

    const guest = await browser.openPage({ url, width: 360, scheme: 'dark' })
    await guest.page.getByText('You are invited to Demo shop.').waitFor()
    await isWell(guest.page, 'the invitation')
    await guest.page.getByLabel('Your name').fill('Nadia Sol')
    await guest.page.getByLabel('Choose a password').fill('nadia@shop.example')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByText('password must not hold your name or e-mail address').waitFor()
    await guest.page.getByLabel('Choose a password').fill('a good long password')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await heading(guest.page, 'Overview')
    assert.deepEqual(unexpected(guest.faults(), [422]), [])
    await guest.close()
    const late = await browser.openPage({ url })
    await late.page.getByText('This link opens nothing').waitFor()
    await late.close()

    await page.reload()
    await page.getByRole('button', { name: 'Change Nadia Sol' }).click()
    await page.getByLabel('Role').selectOption('read_only')
    await page.getByRole('button', { name: 'Save role' }).click()
    await page.getByRole('cell', { name: 'Read only' }).waitFor()
    assert.deepEqual(unexpected(faults(), [401, 403]), [])
    await close()
  })

  it('give a new password to who forgot it, by a link that two operators hand over', async () => {
    const { operator, admin, operations } = world.demo.people
    const guest = await open('/sign-in', { width: 390 })
    await guest.page.getByRole('link', { name: 'Forgot password?' }).click()
    await heading(guest.page, 'Forgot password')
    await isWell(guest.page, 'asking for a link')
    await guest.page.getByLabel('E-mail address').fill(operations.email)
    await guest.page.getByRole('button', { name: 'Go on' }).click()
    await heading(guest.page, 'Ask an operator')
    await isWell(guest.page, 'what comes next')

    const first = await open('/team')
    await signIn(first.page, admin)
    await heading(first.page, 'Team')
    await first.page.getByRole('button', { name: 'New password' }).click()
    const dialog = first.page.getByRole('dialog', { name: 'New password' })
    await dialog.getByLabel('E-mail address').fill(operations.email)
    await dialog.getByText('Link for a new password').waitFor()
    await dialog.getByLabel('What was seen, and why').fill('called the number of the contract')
    await isWell(first.page, 'proposing a new password')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await proveByPassword(first.page, admin.password)
    await first.page.getByText('called the number of the contract').waitFor()
    assert.equal(await first.page.getByRole('button', { name: 'Do it' }).count(), 0)
    await isWell(first.page, 'what was proposed')
    await first.close()

    const second = await open('/operator/proposals', { scheme: 'dark' })
    await signIn(second.page, operator)
    await second.page.getByRole('link', { name: 'New password' }).click()
    await second.page.getByRole('button', { name: 'Do it' }).click()
    await second.page.getByText('You see a link for a new password once').waitFor()
    await isWell(second.page, 'deciding about a new password')
    await second.page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click()
    await proveByPassword(second.page, operator.password)
    const url = (await second.page.getByRole('dialog', { name: 'The link' }).locator('pre').textContent()) ?? ''
    assert.ok(url.startsWith(`${world.url}/dashboard/new-password#`), url)
    await second.close()

    await guest.page.goto(url)
    await heading(guest.page, 'New password')
    await guest.page.getByText(operations.email).waitFor()
    await isWell(guest.page, 'the new password')
    await guest.page.getByLabel('Choose a new password').fill('short')
    await guest.page.getByRole('button', { name: 'Set the password' }).click()
    await guest.page.getByText('password has at least 12 characters').waitFor()
    await guest.page.getByLabel('Choose a new password').fill('a password that is quite new')
    await guest.page.getByRole('button', { name: 'Set the password' }).click()
    await heading(guest.page, 'The password is set')
    await isWell(guest.page, 'the password is set')
    await guest.page.getByRole('link', { name: 'To the sign-in page' }).click()
    await signIn(guest.page, { email: operations.email, password: 'a password that is quite new' })
    await heading(guest.page, 'Overview')
    await guest.close()
    const late = await browser.openPage({ url, width: 390, scheme: 'dark' })
    await late.page.getByText('This link opens nothing').waitFor()
    await isWell(late.page, 'a used link')
    await late.close()
  })

  it('show the audit log by filters that stand in the address, and prove it', async () => {
    const { page, faults, close } = await open('/audit?action=team.')
    await signIn(page, owner)
    await heading(page, 'Audit log')
    await page.getByRole('cell', { name: 'team.change_role' }).waitFor()
    assert.equal(await page.getByText('session.sign_in', { exact: true }).count(), 0)
    await isWell(page, 'the audit log')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('session.sign_in', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Prove the log' }).click()
    await page.getByText('The log is complete and unchanged.').waitFor()
    await isWell(page, 'the proof')
    assert.deepEqual(unexpected(faults(), [401]), [])
    await close()
  })

  it('read in every language, narrow and dark', async () => {
    for (const [locale, title, button] of [
      ['es', 'Iniciar sesión', 'Entrar'],
      ['pt', 'Entrar', 'Entrar'],
    ] as const) {
      const { page, faults, close } = await open('/sign-in', { locale, width: 360, scheme: 'dark' })
      await heading(page, title)
      await page.locator('input[type=email]').fill(owner.email)
      await page.locator('input[type=password]').fill(owner.password)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.waitForURL('**/overview')
      for (const path of ['account', 'team', 'audit']) {
        // The language of the account is English: what this browser chose goes before it.
        await page.evaluate(`localStorage.setItem('pasarela.language', '${locale}')`)
        await page.goto(`${world.url}/dashboard/${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await isWell(page, `${path} in ${locale}`)
      }
      assert.deepEqual(faults(), [])
      await close()
    }
  })
})
