export const credentials = {
  title: 'Credentials',
}
