export const requests = {
  title: 'API requests',
}
