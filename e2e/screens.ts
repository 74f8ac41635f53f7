/** A screen as it is looked at: its address, and whether the demo's owner is signed in. */
export type Screen = { name: string; path: string; isOpen?: boolean };

/** Every screen that stands alone; `{flow}` is a flow of the demo. Those that need a link from a mail show its absence. */
export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/account/login', isOpen: true },
  { name: 'registration', path: '/account/register', isOpen: true },
  { name: 'forgotten password', path: '/account/forgot-password', isOpen: true },
  { name: 'new password', path: '/account/reset-password', isOpen: true },
  { name: 'confirmed e-mail', path: '/Account/ConfirmEmail', isOpen: true },
  { name: 'terms', path: '/terms', isOpen: true },
  { name: 'not found', path: '/404', isOpen: true },
  { name: 'home', path: '/' },
  { name: 'flows', path: '/flows' },
  { name: 'ready-made flows', path: '/templates' },
  { name: 'a ready-made flow', path: '/templates/yclients/add/review_request' },
  { name: 'a flow: message', path: '/flows/edit/{flow}' },
  { name: 'a flow: when', path: '/flows/edit/{flow}/when' },
  { name: 'a flow: who', path: '/flows/edit/{flow}/who' },
  { name: 'a flow: sending', path: '/flows/edit/{flow}/send' },
  { name: 'message log', path: '/insights/message-logs' },
  { name: 'a message', path: '/insights/message-logs?entry={entry}' },
  { name: 'ignore list', path: '/phones/ignore' },
  { name: 'YCLIENTS', path: '/accounts/yclients' },
  { name: 'WhatsApp', path: '/accounts/dialog360' },
  { name: 'Telegram', path: '/accounts/telegram' },
  { name: 'profile', path: '/account/profile' },
  { name: 'account', path: '/account/update' },
];
