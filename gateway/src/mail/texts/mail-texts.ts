/** The fixed texts of a mail in one language. */
export interface MailTexts {
  labels: {
    place: string
    transaction: string
    key: string
    since: string
    until: string
  }
  operatorPlace: string
  resolvedMeanwhile: string
  openDashboard: string
  whyThisMail: string
  invitation: {
    title(place: string): string
    text(by: string): string
    accept: string
    footer: string
  }
  recovery: { title: string; text: string; set: string; footer: string }
  test: { title: string; text: string }
}
