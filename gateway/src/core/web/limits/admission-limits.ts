import { processLimits } from '../../platform/limits/process-limits.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { type AdmissionControl, type AdmissionName, openAdmissionControl } from './admission-control.ts'

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

export function openAdmissionControls(metrics: Metrics): AdmissionControls {
  const open = (name: AdmissionName) => {
    const { max: inProgressMax, share: shareMax } = processLimits[`requests_${name}`]
    return openAdmissionControl(metrics, { name, inProgressMax, shareMax })
  }
  return {
    merchants: open('merchants'),
    providers: open('providers'),
    people: open('people'),
    pages: open('pages'),
  }
}
