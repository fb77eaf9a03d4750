import type { team as english } from '../en/team.ts'

export const team: typeof english = {
  title: 'Equipe',
}
