/** An entry of the sidebar. The web shows it only when a screen exists at its path. */
export type SidebarEntry = {
  /** Key of the text and the icon. */
  key: SidebarKey;
  path: string;
  mobileOnly?: boolean;
  children?: readonly { key: SidebarKey; path: string }[];
};

export type SidebarKey =
  | 'quick_start'
  | 'home'
  | 'dashboard'
  | 'flows'
  | 'templates'
  | 'distributions'
  | 'payments'
  | 'insights'
  | 'returns'
  | 'cohorts'
  | 'rfm'
  | 'message_logs'
  | 'skips'
  | 'visit_conversion'
  | 'conversion'
  | 'reviews'
  | 'chats'
  | 'conversations'
  | 'calls'
  | 'widgets'
  | 'chatbots'
  | 'contacts'
  | 'segments'
  | 'subscribers'
  | 'ignore_list'
  | 'assistants'
  | 'accounts'
  | 'whats_app'
  | 'message_templates'
  | 'dialog360'
  | 'telegram'
  | 'max'
  | 'sigma'
  | 'twilio'
  | 'yclients'
  | 'altegio'
  | 'iiko'
  | 'api'
  | 'shopify'
  | 'amo'
  | 'chatwoot'
  | 'medflex_lpus';

export const HOME: SidebarEntry = { key: 'home', path: '/' };
/** Not of the specification: where the brand has channels, people answer what comes in on them. */
export const CONVERSATIONS: SidebarEntry = { key: 'conversations', path: '/conversations' };
export const DISTRIBUTIONS: SidebarEntry = { key: 'distributions', path: '/distributions' };
export const PAYMENTS: SidebarEntry = { key: 'payments', path: '/payments' };
export const ASSISTANTS: SidebarEntry = { key: 'assistants', path: '/flowCopilotBots' };
export const CONTACTS: SidebarEntry = { key: 'contacts', path: '/contacts' };
export const SEGMENTS: SidebarEntry = { key: 'segments', path: '/segments' };
export const SUBSCRIBERS: SidebarEntry = { key: 'subscribers', path: '/phones/subscribers' };
export const IGNORE_LIST: SidebarEntry = { key: 'ignore_list', path: '/phones/ignore' };

const ACCOUNT_PATHS = {
  dialog360: '/accounts/dialog360',
  whats_app: '/accounts/whats-app',
  message_templates: '/accounts/templates',
  telegram: '/accounts/telegram',
  max: '/accounts/max',
  sigma: '/accounts/sigma',
  twilio: '/accounts/twilio',
  yclients: '/accounts/yclients',
  altegio: '/accounts/altegio',
  iiko: '/accounts/iiko',
  api: '/accounts/api',
  shopify: '/accounts/shopify',
  amo: '/accounts/amo',
  chatwoot: '/accounts/chatwoot',
  medflex_lpus: '/accounts/medflexLpus',
} as const satisfies Partial<Record<SidebarKey, string>>;
type AccountKey = keyof typeof ACCOUNT_PATHS;

export const MAIN_SIDEBAR: readonly SidebarEntry[] = [
  { key: 'quick_start', path: '/account/quickstart', mobileOnly: true },
  HOME,
  CONVERSATIONS,
  { key: 'flows', path: '/flows' },
  DISTRIBUTIONS,
  PAYMENTS,
  {
    key: 'insights',
    path: '/insights',
    children: [
      { key: 'returns', path: '/insights/returns' },
      { key: 'cohorts', path: '/insights/cohorts' },
      { key: 'rfm', path: '/insights/rfm' },
      { key: 'message_logs', path: '/insights/message-logs' },
      { key: 'skips', path: '/insights/skips' },
      { key: 'visit_conversion', path: '/insights/conversion' },
    ],
  },
  { key: 'reviews', path: '/reviews' },
  { key: 'widgets', path: '/widgets' },
  { key: 'chatbots', path: '/chatbots' },
  CONTACTS,
  SEGMENTS,
  SUBSCRIBERS,
  IGNORE_LIST,
  { key: 'templates', path: '/templates' },
  ASSISTANTS,
  accounts(
    'dialog360',
    'whats_app',
    'message_templates',
    'telegram',
    'max',
    'sigma',
    'twilio',
    'yclients',
    'altegio',
    'iiko',
    'api',
    'shopify',
    'amo',
    'chatwoot',
    'medflex_lpus',
  ),
];

/** Additional entries for the operator's people; each needs the right named here. */
export const ADMIN_SIDEBAR = [
  { key: 'admin_users', path: '/admin/users' },
  { key: 'admin_pays', path: '/admin/pays' },
  { key: 'admin_promocodes', path: '/admin/promocodes' },
  { key: 'admin_payouts', path: '/admin/payouts' },
  { key: 'admin_instances', path: '/admin/instances' },
  { key: 'admin_outgoing', path: '/admin/outgoing' },
  { key: 'admin_health', path: '/admin/health' },
  { key: 'admin_new_clients', path: '/admin/newClients' },
  { key: 'admin_news', path: '/admin/news' },
  { key: 'admin_ideas', path: '/admin/ideas' },
] as const;

/** Returns the group of outside accounts, with those a domain offers. */
export function accounts(...keys: AccountKey[]): SidebarEntry {
  return { key: 'accounts', path: '/accounts', children: keys.map((key) => ({ key, path: ACCOUNT_PATHS[key] })) };
}
