// What the dashboard reads of /console/me. Types only.
import type { SessionData } from './session.ts'

/** `GET /console/me`: what a person's own account page shows besides the session. */
export interface AccountData {
  second_factor: boolean
  /** Recovery codes that were not used yet. */
  recovery_codes_left: number
  /** The latest first. */
  sessions: readonly OwnSessionData[]
}

export interface OwnSessionData {
  id: string
  /** The one that asks. */
  current: boolean
  created_at: string
  last_seen_at: string
  address: string | null
  user_agent: string | null
}

/** `POST /console/me/second-factor`: to be scanned or typed into an authenticator app. */
export interface SecondFactorSetUpData {
  secret: string
  uri: string
  /** Goes with the first code: another set-up that was begun meanwhile is not confirmed by it. */
  set_up_id: string
  /** A QR code of the address, as SVG. */
  svg: string
}

/** `POST /console/me/second-factor/confirm`: shown once. */
export interface SecondFactorConfirmedData {
  session: SessionData
  recovery_codes: readonly string[]
}

/** `POST /console/me/recovery-codes`: shown once. */
export interface RecoveryCodesData {
  recovery_codes: readonly string[]
}
