import type { RouteVariant } from './brands.ts';

/**
 * Paths of every variant: those for signing in and the member's account, pages for visitors, and the operator's. People
 * and their messages belong to every cabinet.
 */
const COMMON = [
  '/account',
  '/admin',
  '/demo',
  '/help',
  '/terms',
  '/404',
  '/widget/404',
  '/publicPayments',
  '/il',
  '/to',
  '/ai-chat',
  '/accounts/connect/ycompany',
  '/accounts/connected',
  '/contacts',
  '/segments',
  '/widgets/appearance',
  '/insights/message-logs',
];

/**
 * The route table of each variant (the specification, section 2, "Variants"), by parent paths. A path outside the
 * table is the variant's not-found page. The specification lists the default set; of the others it names what they add,
 * and the rest follows from the sidebar of their domains. `null`: everything but what other variants add.
 */
const ROUTE_TABLES: Readonly<Record<RouteVariant, readonly string[] | null>> = {
  default: null,
  distributions_first: [
    '/distributions',
    '/conversations',
    '/payments',
    '/phones',
    '/accounts/dialog360',
    '/accounts/whats-app',
    '/accounts/templates',
    '/accounts/telegram',
    '/accounts/max',
    '/accounts/sigma',
    '/accounts/twilio',
    '/partners',
  ],
  quality_control: [
    '/',
    '/conversations',
    '/chats',
    '/calls',
    '/reports',
    '/accounts/amo',
    '/accounts/chatwoot',
    '/accounts/telegram',
    '/ideas',
  ],
  dashboard: [
    '/',
    '/conversations',
    '/conversion',
    '/reviews',
    '/widgets/reviews/rating',
    '/accounts/yclients',
    '/accounts/altegio',
    '/accounts/twilio',
  ],
  onboarding: [
    '/',
    '/conversations',
    '/distributions',
    '/payments',
    '/flowCopilotBots',
    '/accounts/dialog360',
    '/accounts/whats-app',
    '/accounts/templates',
    '/accounts/chatwoot',
    '/accounts/medflexLpus',
  ],
  // The steps of the onboarding lead to accounts that the sidebar does not name, and home and assistants to patients who
  // wait for a person.
  medical: [
    '/',
    '/conversations',
    '/payments',
    '/flowCopilotBots',
    '/accounts/dialog360',
    '/accounts/whats-app',
    '/accounts/medflexLpus',
  ],
};

/** Paths only the named variants have. */
const ADDED: readonly { path: string; variants: readonly RouteVariant[] }[] = [
  { path: '/chats', variants: ['quality_control'] },
  { path: '/calls', variants: ['quality_control'] },
  { path: '/reports', variants: ['quality_control'] },
  { path: '/conversion', variants: ['dashboard'] },
  { path: '/reviews', variants: ['dashboard', 'default'] },
  { path: '/account/dashboardQuickStart', variants: ['dashboard'] },
  { path: '/account/onboarding', variants: ['onboarding'] },
  { path: '/account/quickstart', variants: ['default'] },
  { path: '/account/quickstartYclients', variants: ['default'] },
  { path: '/account/quickstartYclientsSimple', variants: ['default'] },
  { path: '/account/quickstartAltegio', variants: ['default'] },
  { path: '/account/medflex-onboarding', variants: ['medical', 'default'] },
];

/** Whether a variant has a path; one with parameters counts by its beginning. */
export function hasRoute(variant: RouteVariant, path: string): boolean {
  const added = ADDED.find((one) => isUnder(path, one.path));
  if (added) return added.variants.includes(variant);
  const table = ROUTE_TABLES[variant];
  // The overview of accounts is of every variant that has any.
  if (path.toLowerCase() === '/accounts') return table?.some((one) => isUnder(one, path)) ?? true;
  return table === null || [...COMMON, ...table].some((parent) => isUnder(path, parent));
}

function isUnder(path: string, parent: string): boolean {
  const [whole, start] = [path.toLowerCase(), parent.toLowerCase()];
  return whole === start || (start !== '/' && whole.startsWith(`${start}/`));
}
