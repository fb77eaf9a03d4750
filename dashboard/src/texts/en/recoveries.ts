/** New passwords that operators give to people who forgot theirs. */
export const recoveries = {
  title: 'Forgotten passwords',
  explanation:
    'Who forgot the password and gets no mail asks you. One operator proposes a link, another one is shown it and hands it over.',
  propose: 'Propose a new password',
  proposed: 'Proposed. Another operator is shown the link.',
  evidence: 'What you saw',
  evidenceHelp: 'How you know that it is this person: you met them, or called a number that you knew before.',
  seen: 'What was seen',
  show: 'Show the link',
  showTitle: (email: string) => `See the link for ${email}?`,
  showText:
    'You see it once, and it opens for 30 minutes. Hand it to that person yourself. For 30 days you and they do not decide about each other’s work, because you could have used it.',
  refuse: 'Refuse',
  refuseName: (email: string) => `Refuse the new password of ${email}`,
  refused: 'Refused: there is no link.',
}
