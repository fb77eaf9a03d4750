import type { Metrics } from '../../platform/log/metrics.ts'
import { type AdmissionControl, openAdmissionControl } from './accept-request.ts'

/**
 * Each class of caller has its own concurrency limit. A waiting request holds 10 to 20 KiB, so all of them together use
 * little memory of a process. Health and metrics routes have no limit.
 */
export interface AdmissionControls {
  merchants: AdmissionControl
  providers: AdmissionControl
  people: AdmissionControl
  pages: AdmissionControl
}

/** About one second of a process's highest rate. More requests would wait longer than their callers do. */
const merchantRequestsMax = 2_000

/**
 * A point may hold at most 25 % of the slots, so that one slow bank cannot exhaust them. A point can still send 60
 * payouts a second to a slow bank.
 */
export const requestsPerPointMax = 500

/**
 * Notifications about money. They are refused only if a provider sends more at once than the database writes in a
 * second.
 */
const providerRequestsMax = 500

/** The dashboard sends about ten requests per page. */
const peopleRequestsMax = 300
const requestsPerPersonMax = 60

/** Payer pages and static files. These callers are known only by IP address, which many people may share. */
const pageRequestsMax = 500
export const pageRequestsPerAddressMax = 125

export function openAdmissionControls(metrics: Metrics): AdmissionControls {
  return {
    merchants: openAdmissionControl(metrics, {
      name: 'merchants',
      inProgressMax: merchantRequestsMax,
      shareMax: requestsPerPointMax,
    }),
    providers: openAdmissionControl(metrics, {
      name: 'providers',
      inProgressMax: providerRequestsMax,
      shareMax: providerRequestsMax,
    }),
    people: openAdmissionControl(metrics, {
      name: 'people',
      inProgressMax: peopleRequestsMax,
      shareMax: requestsPerPersonMax,
    }),
    pages: openAdmissionControl(metrics, {
      name: 'pages',
      inProgressMax: pageRequestsMax,
      shareMax: pageRequestsPerAddressMax,
    }),
  }
}
