export const inbox = {
  title: 'Test inbox',
}
