export const operator = {
  title: 'Overview',
}
