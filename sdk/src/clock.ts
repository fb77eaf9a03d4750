/** The one place of the SDK that reads the time. */
export function currentTime(): Date {
  return new Date()
}
