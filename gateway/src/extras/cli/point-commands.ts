import { readFileSync } from 'node:fs'
import { addPoint } from '../../core/callbacks/create-point.ts'
import { findOrAddMerchant } from '../../core/merchants/create-merchant.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { present } from '../../core/values/assert.ts'
import { environments } from '../../core/values/environment.ts'
import { failedPayoutReplies } from '../../core/values/payout-failure.ts'
import { settingsAlone } from '../operator-desk/actions/settings.ts'
import { logoBytesMax, logoSideMax } from '../payment-page/rules/logo.ts'
import { setBrand } from '../payment-page/set-brand.ts'
import { setPointSettings } from '../point-settings/set-point-settings.ts'
import { setWebhook } from '../webhooks/set-webhook.ts'
import { actionCommand } from './action-command.ts'
import { type Command, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { machineActor } from './machine.ts'
import { act, creatorOptions, type Fields, operatorOf, reasonOption } from './people.ts'
import { choiceFrom } from './values.ts'

const createCommand: Command = {
  name: 'point create',
  summary: "Make a merchant's point with new callback credentials.",
  options: {
    merchant: { value: 'NAME', help: "the merchant's name or id; a new name makes a new merchant", required: true },
    environment: { value: 'test|live', help: 'for ever', required: true },
    name: { value: 'NAME', help: 'name of the point', required: true },
    'signed-payouts': { help: 'payouts must carry X-Signature; makes a signing secret' },
  },
  run: async ({ withDeps }, values) => {
    const environment = choiceFrom('environment', present(values['environment'], 'environment'), environments)
    return await withDeps(async (deps) => {
      const { secretBox, clock } = deps
      const actor = machineActor()
      const idOrName = present(values['merchant'], 'merchant')
      const name = present(values['name'], 'name')
      const signedPayouts = values['signed-payouts'] !== undefined
      // One transaction: a refused point leaves no new merchant.
      const { merchantId, point } = await inTransaction(deps.database.engine, async (tx) => {
        const now = clock.now()
        const { merchantId } = await findOrAddMerchant(tx, now, { idOrName, actor })
        const input = { merchantId, environment, name, signedPayouts, actor }
        return { merchantId, point: await addPoint(tx, { secretBox, now }, input) }
      })
      return {
        facts: {
          merchant_id: merchantId,
          environment,
          auth_point_id: point.pointId,
          auth_api_token: point.authApiToken,
          webhook_secret: point.webhookSecret,
          signing_secret: point.signingSecret,
        },
        notes: [
          'Keep the secrets now: this command does not show them again.',
          ...(environment === 'live'
            ? ['The sign-ins of the demonstration, if there were any, are closed from now on.']
            : []),
          `Next: pasarela key create --point ${point.pointId} --scopes payins,read`,
        ],
      }
    })
  },
}

const setCallbackCommand: Command = {
  name: 'point set-callback',
  summary: "Set the address that receives a point's callbacks.",
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    url: { value: 'URL', help: 'https only', required: true },
  },
  run: async ({ withDeps }, values) => {
    const pointId = present(values['point'], 'point')
    const url = present(values['url'], 'url')
    if (!isUuid(pointId)) throw new UsageError('--point takes the auth_point_id, a UUID')
    // `setWebhook` uses only what a command has: the database, the public address and the notification of a loop.
    await withDeps(async (deps) => await setWebhook(deps, { pointId, actor: machineActor() }, { url }))
    return { facts: { auth_point_id: pointId, url } }
  },
}

const settingsCommand: Command = {
  name: 'point settings',
  summary: 'Set how a point answers its merchant.',
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    'failed-payout-reply': {
      value: failedPayoutReplies.join('|'),
      help: 'the outer status of a payout that certainly failed; default error. With success, a client that reads only the outer status believes that it paid',
      required: true,
    },
    note: reasonOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const pointId = present(values['point'], 'point')
    const given = present(values['failed-payout-reply'], 'failed-payout-reply')
    const reply = choiceFrom('failed-payout-reply', given, failedPayoutReplies)
    const show = async () => await Promise.resolve({ facts: { auth_point_id: pointId, failed_payout_reply: reply } })
    return await withDeps(async (deps) => {
      const fields = { point_id: pointId, failed_payout_reply: reply }
      if (reply === 'success') return await act(deps, values, { asked: [{ action: 'point_settings', fields }], show })
      await setAlone(deps, values, { failed_payout_reply: reply })
      return await show()
    })
  },
}

/** What one operator may set alone. */
async function setAlone(deps: CliDeps, values: CommandValues, fields: Fields): Promise<void> {
  const { changes, note } = settingsAlone.read({ ...fields, note: values['note'] })
  await setPointSettings(deps, { pointId: present(values['point'], 'point'), changes, note, actor: operatorOf(values) })
}

const timeZoneCommand: Command = {
  name: 'point set-time-zone',
  summary: "Set the time zone in which the days of a point's statements and of its overview begin.",
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    zone: { value: 'NAME', help: 'such as America/Bogota; without this command UTC', required: true },
    note: reasonOption,
    by: creatorOptions.by,
  },
  run: async ({ withDeps }, values) => {
    const pointId = present(values['point'], 'point')
    const timeZone = present(values['zone'], 'zone')
    return await withDeps(async (deps) => {
      await setAlone(deps, values, { time_zone: timeZone })
      return { facts: { auth_point_id: pointId, time_zone: timeZone } }
    })
  },
}

const paymentPageCommand: Command = {
  name: 'point set-payment-page',
  summary: "Set what payer pages show of a point's shop. An empty value takes a setting away.",
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    'display-name': { value: 'NAME', help: "in place of the merchant's name" },
    'shop-url': { value: 'URL', help: 'where payers go back to; https only on live points' },
    contact: { value: 'TEXT', help: 'how payers reach the shop: an e-mail address, a telephone or a short text' },
    colour: { value: '#rrggbb', help: 'for the band at the top and the main button' },
    logo: {
      value: 'FILE',
      help: `a PNG, at most ${logoBytesMax / 1024} KiB and ${logoSideMax} x ${logoSideMax}`,
    },
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const pointId = present(values['point'], 'point')
    const { 'display-name': name, 'shop-url': url, contact, colour, logo } = values
    const wish = {
      ...(name !== undefined && { displayName: name || null }),
      ...(url !== undefined && { shopUrl: url || null }),
      ...(contact !== undefined && { contact: contact || null }),
      ...(colour !== undefined && { brandColour: colour || null }),
      ...(logo !== undefined && { logo: logo === '' ? null : fileAt(logo) }),
    }
    if (Object.keys(wish).length === 0)
      throw new UsageError('name a setting: --display-name, --shop-url, --contact, --colour or --logo')
    return await withDeps(async (deps) => {
      const brand = await setBrand(deps, { pointId, wish, actor: operatorOf(values) })
      const { display_name: displayName, shop_url: shopUrl, brand_colour: brandColour, logo_hash: logoHash } = brand
      return {
        facts: {
          auth_point_id: pointId,
          display_name: displayName ?? undefined,
          shop_url: shopUrl ?? undefined,
          contact: brand.contact ?? undefined,
          brand_colour: brandColour ?? undefined,
          logo_hash: logoHash ?? undefined,
        },
      }
    })
  },
}

function fileAt(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new UsageError(`--logo: the file ${path} cannot be read`)
  }
}

const termsCommand = actionCommand({
  name: 'point terms',
  summary: "Set a point's fee for a service code, and the release delay of its pay-ins.",
  action: 'terms',
  fieldNames: { service_code: 'service' },
  defaults: { percent: '0' },
})

const limitsCommand = actionCommand({
  name: 'point limits',
  summary: 'Set how much a point may pay out and refund in one currency. Omitted options mean no limit.',
  action: 'payout_limits',
  // The amount of an overdraft.
  fieldNames: { amount: 'overdraft' },
  options: {
    overdraft: { value: 'AMOUNT', help: 'how far below zero payouts may take the balance; 0 = not at all' },
  },
  asked: (fields, { overdraft: amount }) => [
    { action: 'payout_limits', fields },
    ...(amount === undefined ? [] : [{ action: 'overdraft' as const, fields: { ...fields, amount } }]),
  ],
})

const policiesCommand = actionCommand({
  name: 'point policies',
  summary: 'Set the policies for money that is late, too much, from another payer, or taken back.',
  action: 'policies',
})

const cardLimitsCommand = actionCommand({
  name: 'point card-limits',
  summary:
    'Set how often cards may be tried at a point. Omitted options mean no limit; a limit for one card keeps its keyed fingerprint for two days.',
  action: 'card_limits',
})

export const pointCommands: readonly Command[] = [
  createCommand,
  setCallbackCommand,
  settingsCommand,
  timeZoneCommand,
  paymentPageCommand,
  termsCommand,
  limitsCommand,
  policiesCommand,
  cardLimitsCommand,
]
