import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { type Answer, openWorld, type Wire } from '../../support/world.ts'

const password = 'a good long password'
const proposals = '/console/operator/proposals'
const confirmations = '/console/operator/confirmations'

const done = (answer: Answer): Wire => {
  assert.ok(answer.status === 200 || answer.status === 201, JSON.stringify(answer.body))
  return answer.body.data
}
const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

describe('one person with two accounts', () => {
  const world = openWorld()
  let people: Operators
  let olga: ConsoleClient
  let live = ''
  let references = 0
  before(async () => {
    people = await world.operators()
    const merchant = (await world.db.query('select merchant_id from users where merchant_id is not null limit 1'))
      .rows[0]
    const point = await world.facts(
      ...['point', 'create', '--merchant', merchant.merchant_id, '--environment', 'live', '--name', 'Web'],
    )
    live = point['auth_point_id'] ?? ''
    const { owner } = world.demo.people
    olga = world.visitor()
    await olga.signIn(owner)
    await olga.setUpSecondFactor(owner.password)
    for (const proposal of [
      deposit('2850590940090418135201'),
      { action: 'fund', point_id: live, input: { currency: 'ARS', amount: '100000' }, evidence: 'wire 1' },
      {
        action: 'payout_limits',
        point_id: live,
        input: { currency: 'ARS', single: null, daily: null, approval_above: '1000' },
        evidence: 'agreed',
      },
    ]) {
      done(await people.decide((await people.propose(proposal)).proposal_id, 'do'))
    }
  })

  const deposit = (number: string) => ({
    action: 'deposit_account',
    input: { service_code: 'BT_AR', beneficiary: 'Shop SA', number },
    evidence: 'the bank opened it',
  })
  const invite = async (by: ConsoleClient, email: string, role: string): Promise<Wire> =>
    done(await by.call('POST', '/console/team/invitations', { body: { email, role } }))
  /** Whoever holds the link joins by it and sets up a second factor. */
  const join = async (url: string): Promise<ConsoleClient> => {
    const client = world.visitor()
    const body = { name: 'Second Self', password, language: 'en' }
    done(await client.call('POST', `/console/invitations/${url.split('#')[1]}/accept`, { body }))
    const { recoveryCodes } = await client.setUpSecondFactor(password)
    codes.set(client, recoveryCodes)
    return client
  }
  const codes = new Map<ConsoleClient, string[]>()
  const signInAgain = async (client: ConsoleClient, email: string) => {
    done(await client.call('POST', '/console/session', { body: { email, password } }))
    const code = () => ({ body: { code: codes.get(client)?.pop() } })
    done(await client.call('POST', '/console/session/second-factor', code()))
    done(await client.call('POST', '/console/session/step-up', code()))
  }
  /** As Luis hands it over, who believes that somebody else asked for it. */
  const secondSelf = async (by: ConsoleClient, email: string, role: string): Promise<ConsoleClient> => {
    const { id } = await invite(by, email, role)
    const shown = done(await people.luis.call('POST', `${confirmations}/${id}/link`))
    assert.equal(shown.email, email)
    return await join(shown.url)
  }
  const idOf = async (email: string): Promise<string> =>
    (await world.db.query('select id from users where email = $1', [email])).rows[0].id
  const decide = async (client: ConsoleClient, id: string): Promise<Answer> =>
    await client.call('POST', `${proposals}/${id}/decide`, { body: { decision: 'do' } })
  const waits = async (client: ConsoleClient, email: string): Promise<Wire> =>
    done(await client.call('GET', confirmations)).items.find((each: Wire) => each.email === email)
  const olderThanAMonth = async (email: string) =>
    await world.db.query(
      `update person_links set created_at = created_at - interval '31 days' where user_id =
        (select id from users where email = $1)`,
      [email],
    )

  it('an operator who invites a second self gets no link, and may not see it afterwards', async () => {
    const invited = await invite(people.ana, 'thief@pasarela.example', 'operations')
    assert.deepEqual([invited.delivery, invited.url], ['second_operator', null])
    refused(await people.ana.call('POST', `${confirmations}/${invited.id}/link`), 403, 'second_person_required')
    refused(await people.ana.call('POST', `${confirmations}/${invited.id}/confirm`), 403, 'second_person_required')
    const seen = [await waits(people.ana, invited.email), await waits(people.luis, invited.email)]
    assert.deepEqual(
      seen.map(({ waits, link_waits: link, may_confirm: may }) => [waits, link, may]),
      [
        [true, true, false],
        [true, true, true],
      ],
    )
    const { url } = done(await people.luis.call('POST', `${confirmations}/${invited.id}/link`))
    assert.match(url, /\/dashboard\/invitation#[\w-]{43}$/)
    refused(await people.luis.call('POST', `${confirmations}/${invited.id}/link`), 404, 'not_found')
    const stored = await world.db.query('select link_box from invitations where id = $1', [invited.id])
    assert.equal(stored.rows[0].link_box, null, 'a link that was shown is forgotten')
  })

  it('cannot put an own account before payers: whoever was invited decides nothing of the inviter’s', async () => {
    const self = await secondSelf(people.ana, 'self@pasarela.example', 'admin')
    const { proposal_id: id } = await people.propose(deposit('2850590940090418135201'))
    assert.equal(done(await self.call('GET', `${proposals}/${id}`)).may_decide, false)
    refused(await decide(self, id), 403, 'second_person_required')
    // Nor the other way round: who invited decides nothing of the invited's.
    const own = done(await self.call('POST', proposals, { body: deposit('2850590940090418135201') }))
    refused(await decide(people.ana, own.proposal_id), 403, 'second_person_required')
    // Nor by a third account that the second one invites, whoever hands over the link.
    await world.db.query(
      `update person_links set created_at = created_at - interval '31 days' where kind = 'link_shown'`,
    )
    const third = await secondSelf(self, 'third@pasarela.example', 'operations')
    refused(await decide(third, id), 403, 'second_person_required')
    // Nor does one of them confirm the others.
    const ids = [await waits(people.luis, 'self@pasarela.example'), await waits(people.luis, 'third@pasarela.example')]
    for (const { id: link } of ids) {
      for (const client of [people.ana, self, third]) {
        refused(await client.call('POST', `${confirmations}/${link}/confirm`), 403, 'second_person_required')
      }
    }
    assert.equal(done(await decide(people.luis, id)).state, 'done')
  })

  it('may decide once a person whom the inviter did not invite confirms that they are two, or after 30 days', async () => {
    const colleague = await secondSelf(people.ana, 'colleague@pasarela.example', 'operations')
    const { proposal_id: first } = await people.propose(deposit('2850590940090418135201'))
    refused(await decide(colleague, first), 403, 'second_person_required')
    const { id } = await waits(people.luis, 'colleague@pasarela.example')
    done(await people.luis.call('POST', `${confirmations}/${id}/confirm`))
    assert.equal(await waits(people.luis, 'colleague@pasarela.example'), undefined)
    assert.equal(done(await decide(colleague, first)).state, 'done')
    // Luis saw the link: he may be who joined by it.
    const ofLuis = done(await people.luis.call('POST', proposals, { body: deposit('2850590940090418135201') }))
    refused(await decide(colleague, ofLuis.proposal_id), 403, 'second_person_required')
    await olderThanAMonth('colleague@pasarela.example')
    assert.equal(done(await decide(colleague, ofLuis.proposal_id)).state, 'done')
  })

  it('gains nothing by a harmless role that is raised later, nor by an account that is let in again', async () => {
    const email = 'quiet@pasarela.example'
    const quiet = await secondSelf(people.ana, email, 'support')
    await olderThanAMonth(email)
    const { proposal_id: id } = await people.propose(deposit('2850590940090418135201'))
    const patch = async (body: object) =>
      done(await people.ana.call('PATCH', `/console/team/${await idOf(email)}`, { body }))
    await patch({ role: 'operations' })
    await signInAgain(quiet, email)
    refused(await decide(quiet, id), 403, 'second_person_required')
    assert.equal((await waits(people.luis, email)).kind, 'role')
    await olderThanAMonth(email)
    await patch({ disabled: true })
    await patch({ disabled: false })
    await signInAgain(quiet, email)
    refused(await decide(quiet, id), 403, 'second_person_required')
    await olderThanAMonth(email)
    assert.equal(done(await decide(quiet, id)).state, 'done')
  })

  it('a merchant’s owner approves the own live payout neither by an invited self nor by that one’s key', async () => {
    const self = await secondSelf(olga, 'self@shop.example', 'owner')
    const at = (path: string) => `/console/points/${live}/${path}`
    const body = () => ({
      service_code: 'BT_AR',
      amount: 5000,
      reference: `self-${++references}`,
      account_type: 'CBU',
      account: '2850590940090418135201',
      account_beneficiary: 'Ana Paz',
      account_doc_id: '20267565393',
    })
    const made = done(await olga.call('POST', at('payments/payout_hth'), { body: body() }))
    assert.equal(made.status, 'PENDING')
    const approve = async (client: ConsoleClient, id: string) =>
      await client.call('POST', at(`payments/${id}/approve`), { body: {} })
    refused(await approve(self, made.transaction_id), 403, 'second_person_required')
    const listed = done(await self.call('GET', at('approvals'))).items
    assert.deepEqual(
      listed.map((each: Wire) => each.may_decide),
      [false],
    )
    // Keys are whoever's made them: one's key pays, the other's key approves.
    const keyOf = async (client: ConsoleClient, scopes: string[]): Promise<string> =>
      done(await client.call('POST', at('keys'), { body: { name: scopes.join(), scopes } })).api_key
    const paying = await keyOf(olga, ['payouts', 'read'])
    const byKey = done(await world.call('POST', '/api/v1/payments/payout_hth', { key: paying, body: body() }))
    const approving = await keyOf(self, ['approve_payouts', 'read'])
    for (const { transaction_id: id } of [made, byKey]) {
      const path = `/api/v1/payments/${id}/approve`
      refused(await world.call('POST', path, { key: approving }), 403, 'second_person_required')
      refused(await approve(self, id), 403, 'second_person_required')
    }
    // Two keys that were made on the machine may be in one hand: nobody knows whose they are.
    const machineKey = async (scopes: string) =>
      (await world.facts('key', 'create', '--point', live, '--scopes', scopes, '--name', scopes))['api_key'] ?? ''
    const nobodys = { key: await machineKey('payouts,read'), body: body() }
    const byMachine = done(await world.call('POST', '/api/v1/payments/payout_hth', nobodys))
    const approval = { key: await machineKey('approve_payouts,read') }
    const answer = await world.call('POST', `/api/v1/payments/${byMachine.transaction_id}/approve`, approval)
    refused(answer, 403, 'second_person_required')
    // The own team holds nobody whom the owner did not invite: an operator confirms, whom no merchant invites.
    const mine = done(await olga.call('GET', '/console/team')).confirmations
    assert.deepEqual(
      mine.map((each: Wire) => [each.email, each.may_confirm]),
      [['self@shop.example', false]],
    )
    const { id } = await waits(people.ana, 'self@shop.example')
    refused(await olga.call('POST', `/console/team/confirmations/${id}/confirm`), 403, 'second_person_required')
    done(await people.ana.call('POST', `${confirmations}/${id}/confirm`))
    assert.equal((await approve(self, made.transaction_id)).status, 200)
  })

  it('at the machine proposes what moves real money, proved by a code, and never decides about it', async () => {
    const wire = ['--point', live, '--currency', 'ARS', '--amount', '10', '--note', 'wire 9']
    const fund = async (...by: string[]) => await world.command('point', 'fund', ...wire, ...by)
    const sums = async () =>
      (await world.db.query(`select count(*)::int as n from ledger_transfers where point_id = $1`, [live])).rows[0].n
    const before = await sums()
    // Two typed names, one of them with a character that nobody sees, were two people.
    assert.equal((await fund('--by', 'Ana Paz', '--second', 'Ana Paz\u200b')).code, 2)
    assert.equal((await fund('--by', 'Ana Paz\u200b', '--break-glass')).code, 1)
    for (const by of [[], ['--code', '000000']]) {
      assert.notEqual((await fund('--by', 'operator@pasarela.example', ...by)).code, 0)
    }
    const proposed = await fund('--by', 'operator@pasarela.example', '--code', people.codeOfLuis())
    assert.equal(proposed.code, 0, proposed.output)
    assert.equal(await sums(), before)
    const id = /proposal_id +(\S+)/.exec(proposed.output)?.[1] ?? ''
    refused(await people.decide(id, 'do'), 409, 'not_in_this_state')
    assert.equal(done(await decide(people.ana, id)).state, 'done')
    assert.equal(await sums(), before + 1)
    const alone = await fund('--by', 'ana', '--break-glass')
    assert.equal(alone.code, 0, alone.output)
    assert.equal(await sums(), before + 2)
    const told = await world.db.query(
      `select actor, detail ->> 'action' as action from audit_log where action = 'break_glass.execute'`,
    )
    assert.equal(told.rows.length, 1)
    assert.match(told.rows[0].actor, /^operator cli \(system user /)
    assert.equal(told.rows[0].action, 'point.funding')
  })

  it('lowers no safeguard of a live point alone, and raises them at once', async () => {
    const path = `/console/operator/points/${live}`
    const set = async (body: object) => await people.ana.call('PATCH', path, { body })
    const lowerings = [
      { identifier_checks: 'lenient' },
      { rate_limit_per_second: 500 },
      { failed_payout_reply: 'success' },
    ]
    for (const body of lowerings) {
      refused(await set(body), 403, 'second_person_required')
    }
    done(await set({ require_signed_payouts: true, require_https_redirect: true, rate_limit_per_second: 7 }))
    for (const body of [
      { require_signed_payouts: false },
      { require_https_redirect: false },
      { rate_limit_per_second: null },
    ]) {
      refused(await set(body), 403, 'second_person_required')
    }
    const reply = ['point', 'settings', '--point', live, '--failed-payout-reply', 'success', '--note', 'an old client']
    for (const by of ['Ana Paz', 'operator@pasarela.example']) {
      assert.equal((await world.command(...reply, '--by', by)).code, 1)
    }
    const input = { require_signed_payouts: false, identifier_checks: 'lenient', failed_payout_reply: 'success' }
    const lowered = { action: 'point_settings', point_id: live, input, evidence: 'agreed by mail' }
    const foreseen = done(await people.ana.call('POST', `${proposals}/foresee`, { body: lowered })).settings
    assert.deepEqual(
      foreseen.map(({ name, before, after }: Wire) => [name, before, after]),
      [
        ['identifier_checks', 'strict', 'lenient'],
        ['require_signed_payouts', 'true', 'false'],
        ['failed_payout_reply', 'error', 'success'],
      ],
    )
    const { proposal_id: id } = await people.propose(lowered)
    assert.equal(done(await people.decide(id, 'do')).state, 'done')
    const { settings } = done(await people.ana.call('GET', path))
    assert.deepEqual(
      [settings.identifier_checks, settings.require_signed_payouts, settings.failed_payout_reply],
      ['lenient', false, 'success'],
    )
  })

  it('does not shorten the day for which a changed account is kept from payers: a third person does', async () => {
    const path = '/console/operator/deposit-accounts'
    await world.db.query(`update deposit_accounts set shown_from = gateway_now() where shown_from > gateway_now()`)
    const { proposal_id: id } = await people.propose(deposit('2850590940090418135201'))
    done(await people.decide(id, 'do'))
    const [waiting, ...more] = done(await people.ana.call('GET', `${path}/waiting`)).items
    assert.deepEqual([waiting.service_code, waiting.may_show, more.length], ['BT_AR', false, 0])
    const hours = (Date.parse(waiting.shown_from) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24, `${hours}`)
    const third = await secondSelf(people.ana, 'fourth@pasarela.example', 'operations')
    for (const client of [people.ana, people.luis, third]) {
      refused(await client.call('POST', `${path}/${waiting.id}/show`), 403, 'second_person_required')
    }
    await olderThanAMonth('fourth@pasarela.example')
    done(await third.call('POST', `${path}/${waiting.id}/show`))
    assert.deepEqual(done(await third.call('GET', `${path}/waiting`)).items, [])
  })
})
