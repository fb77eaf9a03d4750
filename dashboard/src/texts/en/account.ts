export const account = {
  title: 'Account and security',
}
