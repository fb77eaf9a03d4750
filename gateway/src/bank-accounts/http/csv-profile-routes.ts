import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ProcessingDeps } from '../../processing/deps.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import { requireBody } from '../../web/json-body.ts'
import { allowSlowBody } from '../../web/limits/body-deadline.ts'
import { operatorActor, uuidParameter } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { readBody } from '../files/upload-file.ts'
import {
  proposeProfile,
  type ShownProfiles,
  type StoredProfile,
  setDraft,
  showProfiles,
  tryProfile,
} from '../profiles/csv-profiles.ts'
import type { CsvProfileData, CsvProfilesData, CsvProposalData, CsvTrialData } from './contract/csv-profiles.ts'
import { uploadSlots } from './upload-slots.ts'

/** Of a sample. It shows how a bank writes; a whole month is more than enough. */
const sampleBytesMax = 16 * 1024 * 1024

/** Samples that are looked at at a time. */
const samplesMax = 2

/** How a bank writes its tables: a draft, which is tried on samples and approved by a second operator. */
export function csvProfileRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  app.register((scope, _options, done) => {
    sampleRoutes(scope, deps)
    done()
  })
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-accounts/:id/csv-profile', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => success(profilesData(await showProfiles(deps, request.params.id))),
  })
  typed.put('/operator/bank-accounts/:id/csv-profile', {
    config: { permission: 'operator_act' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { id } = request.params
      await setDraft(deps, { bankAccountId: id, profile: requireBody(request.body), actor: operatorActor(request) })
      return success(profilesData(await showProfiles(deps, id)))
    },
  })
}

/** The body is a sample's bytes, of any content type. */
function sampleRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  const slots = uploadSlots(samplesMax)
  const bytesOf = async (body: unknown) => {
    const { parts } = await readBody(body as AsyncIterable<Uint8Array> | undefined, sampleBytesMax)
    return new Uint8Array(Buffer.concat(parts))
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.addHook('preParsing', async (request, _reply, payload) => {
    allowSlowBody(request)
    return await Promise.resolve(payload)
  })
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/bank-accounts/:id/csv-profile/try', {
    bodyLimit: sampleBytesMax,
    config: { permission: 'operator_act' },
    schema: { params: uuidParameter },
    handler: async (request) =>
      await slots.hold(async () => {
        const sample = await bytesOf(request.body)
        return success(trialData(await tryProfile(deps, { bankAccountId: request.params.id, sample })))
      }),
  })
  typed.post('/operator/bank-accounts/:id/csv-profile/propose', {
    bodyLimit: sampleBytesMax,
    config: { permission: 'operator_act' },
    schema: { params: uuidParameter },
    handler: async (request) =>
      await slots.hold(async () => {
        await showProfiles(deps, request.params.id)
        const { order = null, ...proposal } = await proposeProfile(await bytesOf(request.body))
        return success<CsvProposalData>({ ...proposal, order })
      }),
  })
}

function profilesData({ account, draft, approved }: ShownProfiles): CsvProfilesData {
  return {
    bank_account_id: account.id,
    draft: draft ? profileData(draft) : null,
    approved: approved ? profileData(approved) : null,
  }
}

function profileData(row: StoredProfile): CsvProfileData {
  return {
    id: row.id,
    profile: row.profile,
    made_by: row.made_by,
    made_at: isoMicroseconds(row.made_at),
    tried_at: isoMicrosecondsOrNull(row.tried_at),
    tried_lines: row.tried_lines,
    approved_by: row.approved_by,
    approved_at: isoMicrosecondsOrNull(row.approved_at),
  }
}

function trialData(trial: Awaited<ReturnType<typeof tryProfile>>): CsvTrialData {
  const { columns, records, statement } = trial
  return {
    ...{ columns, records },
    profile_id: trial.profileId,
    readable: trial.isReadable,
    rows: trial.rows.map(({ row, line, cells, becomes }) => ({
      ...{ row, line, cells },
      becomes: becomes ? { day: becomes.day, value_day: becomes.valueDay ?? null, amount: becomes.amount } : null,
    })),
    faults: trial.faults.map(({ row = null, line = null, column = null, message }) => ({ row, line, column, message })),
    more_faults: trial.hasMoreFaults,
    statement: statement
      ? {
          account: statement.account,
          lines: statement.lines,
          from_day: statement.from ?? null,
          to_day: statement.to ?? null,
          credits: statement.credits,
          debits: statement.debits,
          opening: statement.opening ?? null,
          closing: statement.closing ?? null,
          end_is_proven: statement.endIsProven,
        }
      : null,
  }
}
