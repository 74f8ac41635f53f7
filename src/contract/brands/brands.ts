import type { Language } from '#contract/primitives.ts';
import {
  accounts,
  ASSISTANTS,
  CONTACTS,
  CONVERSATIONS,
  DISTRIBUTIONS,
  HOME,
  IGNORE_LIST,
  MAIN_SIDEBAR,
  PAYMENTS,
  SEGMENTS,
  SUBSCRIBERS,
} from './sidebars.ts';
import type { SidebarEntry } from './sidebars.ts';

export const BRAND_KEYS = ['main', 'distribution', 'assistant', 'dashboard', 'medflex', 'quality', 'region'] as const;

export type BrandKey = (typeof BRAND_KEYS)[number];

/** The set of routes of a deployment (the specification, section 2, "Variants"). */
export type RouteVariant =
  | 'default'
  | 'distributions_first'
  | 'quality_control'
  | 'dashboard'
  | 'onboarding'
  | 'medical';

/** The businesses that a demo can be of. */
export const DEMO_BUSINESSES = ['salon', 'clinic'] as const;

export type DemoBusiness = (typeof DEMO_BUSINESSES)[number];

/** The toggles of the specification, section 6. */
export type Features = {
  footer: boolean;
  accountSettings: boolean;
  sidebarExternalItems: boolean;
  /** Label of the button that adds a flow; null hides it. */
  addFlowButton: 'addFlow' | 'addDistribution' | null;
  quickStart: boolean;
  notificationBell: boolean;
  languageSelect: boolean;
  promocodes: boolean;
  countryAtRegistration: boolean;
  news: boolean;
  floatingButtons: boolean;
  payNotifications: boolean;
};

export type BottomLink = 'knowledge_base' | 'ideas' | 'referral' | 'anydesk';

/** One brand and its domains. */
export type Brand = {
  key: BrandKey;
  productName: string;
  /** The first one is used in links and mails. */
  hosts: readonly [string, ...string[]];
  /** Host of API calls in production; null means the page's own host. Local pages always call their own host. */
  apiHost: string | null;
  /** White text on this colour meets WCAG AA. */
  accent: `#${string}`;
  features: Features;
  sidebar: readonly SidebarEntry[];
  bottomLinks: readonly BottomLink[];
  tariffIds: readonly number[];
  variant: RouteVariant;
  /** The business that the demo shows. */
  demo: DemoBusiness;
  languages: readonly Language[];
  senderName: string;
  mailFrom: string;
  termsPath: string;
};

const ALL_FEATURES: Features = {
  footer: true,
  accountSettings: true,
  sidebarExternalItems: true,
  addFlowButton: 'addFlow',
  quickStart: true,
  notificationBell: true,
  languageSelect: true,
  promocodes: true,
  countryAtRegistration: true,
  news: true,
  floatingButtons: true,
  payNotifications: true,
};

const AI_FEATURES: Features = { ...ALL_FEATURES, accountSettings: false, promocodes: false, addFlowButton: null };

const MAIN_TARIFF_IDS = [0, 1, 3, 9, 4, 5, 13, 14, 15, 16, 17, 19, 20];
const AI_TARIFF_IDS = [20];
const ALL_LANGUAGES = ['ru', 'en', 'pt_br', 'uk'] as const;
const ALL_BOTTOM_LINKS = ['knowledge_base', 'ideas', 'referral', 'anydesk'] as const;

/**
 * Every brand of the product.
 *
 * Hosts under `frontdesk.example` serve a deployment without hosts of its own; `*.localhost` is for development and the
 * demo.
 */
export const BRANDS: Readonly<Record<BrandKey, Brand>> = {
  main: {
    ...named('main', 'Frontdesk', ['app.frontdesk.example', 'app.localhost']),
    accent: '#0f766e',
    features: ALL_FEATURES,
    sidebar: MAIN_SIDEBAR,
    bottomLinks: ALL_BOTTOM_LINKS,
    tariffIds: MAIN_TARIFF_IDS,
    variant: 'default',
  },
  distribution: {
    ...named('distribution', 'Frontdesk Mailings', ['distribution.frontdesk.example', 'distribution.localhost']),
    accent: '#4f46e5',
    features: { ...ALL_FEATURES, addFlowButton: 'addDistribution', quickStart: false },
    sidebar: [
      DISTRIBUTIONS,
      CONVERSATIONS,
      PAYMENTS,
      CONTACTS,
      SEGMENTS,
      SUBSCRIBERS,
      IGNORE_LIST,
      accounts('dialog360', 'whats_app', 'message_templates', 'telegram', 'max', 'sigma', 'twilio'),
    ],
    bottomLinks: ['knowledge_base', 'referral'],
    tariffIds: [13],
    variant: 'distributions_first',
  },
  assistant: {
    ...named('assistant', 'Frontdesk Assistant', ['assistant.frontdesk.example', 'assistant.localhost']),
    accent: '#7c3aed',
    features: AI_FEATURES,
    sidebar: [
      HOME,
      CONVERSATIONS,
      DISTRIBUTIONS,
      PAYMENTS,
      ASSISTANTS,
      accounts('dialog360', 'whats_app', 'message_templates', 'chatwoot', 'medflex_lpus'),
    ],
    bottomLinks: ['knowledge_base'],
    tariffIds: AI_TARIFF_IDS,
    variant: 'onboarding',
  },
  dashboard: {
    ...named('dashboard', 'Frontdesk Dashboard', ['dashboard.frontdesk.example', 'dashboard.localhost']),
    accent: '#0369a1',
    features: { ...AI_FEATURES, languageSelect: false },
    sidebar: [
      { key: 'dashboard', path: '/' },
      CONVERSATIONS,
      { key: 'conversion', path: '/conversion' },
      { key: 'reviews', path: '/reviews' },
      accounts('yclients', 'altegio', 'twilio'),
    ],
    bottomLinks: [],
    tariffIds: AI_TARIFF_IDS,
    variant: 'dashboard',
  },
  medflex: {
    ...named('medflex', 'Frontdesk MedFlex', ['medflex.frontdesk.example', 'medflex.localhost']),
    accent: '#1d4ed8',
    features: { ...AI_FEATURES, languageSelect: false },
    sidebar: [HOME, PAYMENTS, ASSISTANTS],
    bottomLinks: [],
    tariffIds: [25],
    variant: 'medical',
    demo: 'clinic',
  },
  quality: {
    ...named('quality', 'Frontdesk Quality', ['quality.frontdesk.example', 'quality.localhost']),
    accent: '#b45309',
    features: { ...ALL_FEATURES, addFlowButton: null, quickStart: false, promocodes: false },
    sidebar: [
      HOME,
      CONVERSATIONS,
      { key: 'chats', path: '/chats' },
      { key: 'calls', path: '/calls' },
      accounts('amo', 'chatwoot', 'telegram'),
    ],
    bottomLinks: ['knowledge_base'],
    tariffIds: AI_TARIFF_IDS,
    variant: 'quality_control',
  },
  region: {
    ...named('region', 'Frontdesk', ['region.frontdesk.example', 'region.localhost']),
    apiHost: 'region.frontdesk.example',
    accent: '#15803d',
    features: ALL_FEATURES,
    sidebar: MAIN_SIDEBAR,
    bottomLinks: ALL_BOTTOM_LINKS,
    tariffIds: MAIN_TARIFF_IDS,
    variant: 'default',
  },
};

/** Redirects of a variant for paths it does not have. */
export const VARIANT_REDIRECTS: Readonly<Record<RouteVariant, Readonly<Record<string, string>>>> = {
  default: {},
  distributions_first: { '/': '/distributions', '/account/quickstart': '/distributions' },
  quality_control: {},
  dashboard: { '/account/quickstart': '/account/dashboardQuickStart' },
  onboarding: { '/account/quickstart': '/account/onboarding' },
  medical: { '/account/quickstart': '/account/medflex-onboarding' },
};

/** The page that sets a cabinet of the brand up; null where there is none. */
export function quickStartPath({ features, variant }: Brand): string | null {
  if (!features.quickStart) return null;
  return VARIANT_REDIRECTS[variant]['/account/quickstart'] ?? '/account/quickstart';
}

/** The brands whose demo shows a business. */
export const brandsOfDemo = (business: DemoBusiness): BrandKey[] =>
  BRAND_KEYS.filter((key) => BRANDS[key].demo === business);

export type HostOptions = {
  /** Whether local names are served: `localhost` is the main cabinet, `*.localhost` each brand. In development only. */
  knowsLocal: boolean;
  /** Hosts of this deployment beside the table's, e.g. `{ 'cabinet.salon.ru': 'main' }`. */
  extraHosts?: Readonly<Record<string, BrandKey>>;
};

/** Returns the brand of a request's host; undefined for an unknown host, which gets public pages and no mail links. */
export function brandOfHost(host: string, { knowsLocal, extraHosts = {} }: HostOptions): Brand | undefined {
  const name = hostName(host);
  const extra = Object.entries(extraHosts).find(([extraHost]) => hostName(extraHost) === name);
  if (extra) return BRANDS[extra[1]];
  if (!knowsLocal && name.endsWith('.localhost')) return undefined;
  if (knowsLocal && LOCAL_HOSTS.includes(name)) return BRANDS.main;
  return Object.values(BRANDS).find((brand) => brand.hosts.includes(name));
}

/** Returns the origin a page of this brand sends its calls to. */
export function apiOrigin(brand: Brand, pageOrigin: string): string {
  const pageHost = hostName(pageOrigin.replace(/^[a-z]+:\/\//i, ''));
  const isProductionHost = brand.hosts.includes(pageHost) && !pageHost.endsWith('.localhost');
  return brand.apiHost && isProductionHost ? `https://${brand.apiHost}` : pageOrigin;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the host in lower case, without port and trailing dot. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

function named(key: BrandKey, productName: string, hosts: readonly [string, ...string[]]) {
  return {
    key,
    productName,
    hosts,
    apiHost: null,
    demo: 'salon' as DemoBusiness,
    languages: ALL_LANGUAGES,
    senderName: productName,
    mailFrom: `no-reply@${hosts[0]}`,
    termsPath: '/terms',
  };
}
