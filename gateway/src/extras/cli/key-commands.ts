import { type CreatedApiKey, createApiKey } from '../../core/merchants/create-api-key.ts'
import { present } from '../../core/values/assert.ts'
import { revokeApiKey } from '../point-settings/revoke-api-key.ts'
import { type Overlap, overlaps, rotateApiKey } from '../point-settings/rotate-api-key.ts'
import type { Command } from './command.ts'
import { machineActor } from './machine.ts'
import { choiceFrom, expiryFrom, listFrom } from './values.ts'

const shownOnce = 'Keep the key now: it is stored as a hash only and cannot be shown again.'
const overlapNames = Object.keys(overlaps) as Overlap[]

const createCommand: Command = {
  name: 'key create',
  summary: 'Make an API key for a point.',
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    scopes: {
      value: 'A,B',
      help: 'payins, payouts, refunds, read, webhook, settings, approve_payouts; payouts and refunds not together with webhook or settings',
      required: true,
    },
    networks: { value: 'CIDR,…', help: 'networks that may use the key, for example 203.0.113.0/24' },
    expires: { value: 'TIME', help: '90d, 12h, or an instant such as 2027-01-31T12:00:00Z' },
    name: { value: 'NAME', help: 'purpose of the key' },
  },
  run: async ({ withDeps }, values) => {
    const { expires, networks } = values
    const created = await withDeps(
      async (deps) =>
        await createApiKey(deps, {
          pointId: present(values['point'], 'point'),
          name: values['name'] ?? 'API key',
          scopes: listFrom(present(values['scopes'], 'scopes')),
          networks: networks === undefined ? undefined : listFrom(networks),
          expiresAt: expires === undefined ? undefined : expiryFrom(expires, deps.clock.now()),
          actor: machineActor(),
        }),
    )
    return { facts: factsOf(created), notes: [shownOnce] }
  },
}

const rotateCommand: Command = {
  name: 'key rotate',
  summary: 'Replace an API key by a new one with the same rights.',
  options: {
    key: { value: 'ID', help: 'the 12 characters behind pas_test_ or pas_live_', required: true },
    overlap: { value: overlapNames.join('|'), help: 'how long the old key still works', required: true },
  },
  run: async ({ withDeps }, values) => {
    const overlap = choiceFrom('overlap', present(values['overlap'], 'overlap'), overlapNames)
    const keyId = present(values['key'], 'key')
    const rotated = await withDeps(async (deps) => await rotateApiKey(deps, { keyId, overlap, actor: machineActor() }))
    const facts = { ...factsOf(rotated), old_key_id: keyId, old_expires_at: rotated.oldExpiresAt.toISOString() }
    return { facts, notes: [shownOnce] }
  },
}

const revokeCommand: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key; running gateways follow within 5 seconds.',
  options: { key: { value: 'ID', help: 'the 12 characters behind pas_test_ or pas_live_', required: true } },
  run: async ({ withDeps }, values) => {
    const keyId = present(values['key'], 'key')
    const revoked = await withDeps(async (deps) => await revokeApiKey(deps, { keyId, actor: machineActor() }))
    return { facts: { key_id: revoked.keyId, revoked_at: revoked.revokedAt.toISOString() } }
  },
}

export const keyCommands: readonly Command[] = [createCommand, rotateCommand, revokeCommand]

function factsOf(created: CreatedApiKey) {
  return {
    key_id: created.keyId,
    api_key: created.key,
    scopes: created.scopes.join(','),
    networks: created.networks?.join(','),
    expires_at: created.expiresAt?.toISOString(),
  }
}
