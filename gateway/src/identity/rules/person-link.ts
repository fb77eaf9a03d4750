/** How somebody could have got hold of another account. */
export type LinkKind = 'invitation' | 'link_shown' | 'role' | 'enabled' | 'second_factor'

/** How long a link counts that nobody confirmed. */
export const linkDays = 30
