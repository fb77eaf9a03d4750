export const alerts = {
  title: 'Alerts',
}
