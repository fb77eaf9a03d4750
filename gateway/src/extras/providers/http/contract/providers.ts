import type { Environment } from '../../../../core/values/environment.ts'
import type { PayType } from '../../../../core/values/status.ts'
import type { CertificationOutcome, CertificationState, CertifiedStep } from '../../rules/certification.ts'
import type { CandidateState } from '../../set-route.ts'

/** A value that the set-up of a connector asks for. */
export interface SetUpFieldData {
  name: string
  kind: 'text' | 'secret' | 'certificate' | 'private_key' | 'address' | 'choice'
  label: string
  help: string | null
  required: boolean
  choices: readonly string[]
}

/** A connector whose accounts operators connect themselves. */
export interface ConnectableData {
  connector: string
  environments: readonly Environment[]
  service_codes: readonly string[]
  fields: readonly SetUpFieldData[]
}

/** An account at a provider. No secret is told. */
export interface ProviderAccountData {
  connector_account_id: string
  connector: string
  environment: Environment
  name: string
  sandbox: boolean
  /** Values that are no secrets, and of certificates whose they are, by the fields of the set-up. */
  settings: Readonly<Record<string, string>>
  certificate_ends_at: string | null
  /** What was wrong at the provider when it was last seen to. */
  findings: readonly string[]
  created_at: string
  /** Whether its connector has a set-up, so that its credentials can be changed here. */
  changeable: boolean
  /** Null: its connector has no certification. */
  certification: CertificationData | null
}

/** Whether an account passed the certification of its connector. */
export interface CertificationData {
  state: CertificationState
  /** The last run that ended; null: there was none. */
  run: {
    run_id: string
    run_by: string
    release: string
    started_at: string
    ended_at: string
    outcome: CertificationOutcome
    passed: number
    steps: readonly (CertifiedStep & { label: string })[]
  } | null
}

/** Credentials that a call to the provider proved, before people agree to them. */
export interface ProviderDraftData {
  draft_id: string
  name: string
  environment: Environment
  trial: string
  certificate_ends_at: string | null
}

/** Orders of a code and a direction go to an account. */
export interface RouteData {
  route_id: string
  environment: Environment
  /** Null: every point of the environment. */
  point: { point_id: string; name: string } | null
  service_code: string
  pay_type: PayType
  priority: number
  starts_at: string | null
  account: { connector_account_id: string; connector: string; name: string }
}

/** Where such an order would go now, and why. */
export interface WheretoData {
  /** Null: it would be refused. */
  chosen: RouteData | null
  candidates: readonly (RouteData & { state: CandidateState })[]
}
