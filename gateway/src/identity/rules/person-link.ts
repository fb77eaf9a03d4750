/** How a person could have gained access to another account. */
export type LinkKind = 'invitation' | 'link_shown' | 'role' | 'enabled' | 'second_factor'

/** Days for which an unconfirmed link counts. */
export const linkDays = 30
