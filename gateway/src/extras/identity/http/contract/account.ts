// Types that the dashboard reads from /console/me.
import type { SessionData } from './session.ts'

/** `GET /console/me`: data of the profile page that the session does not have. */
export interface AccountData {
  second_factor: boolean
  /** Unused recovery codes. */
  recovery_codes_left: number
  /** The latest first. */
  sessions: readonly OwnSessionData[]
}

export interface OwnSessionData {
  id: string
  /** The session of this request. */
  current: boolean
  created_at: string
  last_seen_at: string
  address: string | null
  user_agent: string | null
}

/** `POST /console/me/second-factor`: to scan or type into an authenticator app. */
export interface SecondFactorSetUpData {
  secret: string
  uri: string
  /** Sent with the first code. If another set-up was started meanwhile, the code does not confirm it. */
  set_up_id: string
  /** A QR code of the set-up address, as SVG. */
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
