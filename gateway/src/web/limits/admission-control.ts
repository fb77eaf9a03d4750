import type { Metrics } from '../../platform/log/metrics.ts'
import { type AdmissionControl, openAdmissionControl } from './accept-request.ts'

/**
 * Who never takes whose place: each kind of caller has its own. Requests that wait hold some 10 to 20 KiB each, so that
 * all of them together stay far below what one process may use; health and metrics pass without a gate.
 */
export interface AdmissionControls {
  merchants: AdmissionControl
  providers: AdmissionControl
  people: AdmissionControl
  pages: AdmissionControl
}

/** About a second of the highest rate of one process. More would only wait longer than its caller does. */
const merchantRequestsMax = 2_000

/** A quarter: four merchants whose bank hangs leave nobody without a place, and one may still send 60 payouts a second to it. */
export const requestsPerPointMax = 500

/** News of money: refused only where a provider sends more at once than the database takes within a second. */
const providerRequestsMax = 500

/** The dashboard asks for about ten things a page. */
const peopleRequestsMax = 300
const requestsPerPersonMax = 60

/** Payers at their instructions, and files. They are known by their address alone, of which many may have one. */
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
