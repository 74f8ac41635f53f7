import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';
import { MARKETPLACE_KINDS } from './values.ts';

/** Booking systems with a marketplace that lists our application. */
export const MarketplaceKind = z.enum(MARKETPLACE_KINDS);
export type MarketplaceKind = z.infer<typeof MarketplaceKind>;

export const InstallId = z.uuid().brand<'InstallId'>();
export type InstallId = z.infer<typeof InstallId>;

/** Why a branch from a marketplace is not connected. */
export const InstallRefusal = z.enum([
  'elsewhere',
  'no_consent',
  'installed_before',
  'frozen',
  'unreadable',
  'vendor_refused',
]);
export type InstallRefusal = z.infer<typeof InstallRefusal>;

/** The vendor's ids are numbers; they may be sent as text. */
const VendorId = z.coerce.string().regex(/^\d{1,15}$/);

/** The URL to which a vendor's marketplace sent an owner, unparsed. */
export const MarketplaceLink = z.object({
  kind: MarketplaceKind,
  /** From the path. Where the path has none: the one named in `search`, else the first of the configuration. */
  applicationId: VendorId.nullish(),
  /** The query of the browser's URL, from the question mark on. */
  search: z.string().max(16_000),
});
export type MarketplaceLink = z.infer<typeof MarketplaceLink>;

/** The person who pressed Connect, signed by the vendor; not verified otherwise. */
export const MarketplacePerson = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type MarketplacePerson = z.infer<typeof MarketplacePerson>;

/**
 * - `waiting`: attempts are repeated until `givesUpAt`.
 * - `active`: connected, its records are being read.
 * - `refused`: it cannot be connected, for the given reason.
 * - `late`: the vendor's hour passed before it could be connected.
 */
export const InstallBranch = z.object({
  externalId: z.string(),
  /** Null until it is connected. */
  title: z.string().nullable(),
  state: z.enum(['waiting', 'active', 'refused', 'late']),
  reason: InstallRefusal.nullable(),
  /** The vendor's text. */
  text: z.string().nullable(),
});
export type InstallBranch = z.infer<typeof InstallBranch>;

/** One press of Connect in a marketplace. */
export const Install = z.object({
  id: InstallId,
  kind: MarketplaceKind,
  startedAt: Instant,
  /** The end of the hour the vendor allows. */
  givesUpAt: Instant,
  isFinished: z.boolean(),
  /** The application's page in the vendor's marketplace, where Connect can be pressed again. */
  cardUrl: z.string().nullable(),
  branches: z.array(InstallBranch),
});
export type Install = z.infer<typeof Install>;

const LINK_PROBLEMS = [
  'marketplace.unknown_application',
  'marketplace.unsigned',
  'marketplace.wrong_signature',
  'marketplace.no_branches',
] as const;

export const readMarketplaceLink = endpoint({
  method: 'POST',
  path: '/api/v1/marketplace/links',
  access: 'public',
  summary: "Says what an address from a vendor's marketplace asks for, and who the vendor says is asking.",
  ratePerMinute: 30,
  body: MarketplaceLink,
  reply: z.object({ branchExternalIds: z.array(z.string()), person: MarketplacePerson.nullable() }),
  problems: LINK_PROBLEMS,
});

/** One link makes one install per cabinet: a repeated call returns the existing one. */
export const startInstall = endpoint({
  method: 'POST',
  path: '/api/v1/marketplace/installs',
  access: 'owner',
  summary: 'Begins to connect every branch of an address from the marketplace to this cabinet.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: MarketplaceLink,
  reply: Install,
  problems: LINK_PROBLEMS,
});

export const getInstall = endpoint({
  method: 'GET',
  path: '/api/v1/marketplace/installs/:installId',
  access: 'member',
  summary: 'How far an install is, branch by branch.',
  params: z.object({ installId: InstallId }),
  reply: Install,
  problems: ['install.not_found'],
});

export const getMarketplace = endpoint({
  method: 'GET',
  path: '/api/v1/marketplace',
  access: 'member',
  summary: 'The marketplaces we can be connected in, and the installs of the last day, the newest first, at most 5.',
  query: z.object({ kind: MarketplaceKind.optional() }),
  reply: z.object({
    marketplaces: z.array(z.object({ kind: MarketplaceKind, cardUrl: z.string().nullable() })),
    installs: z.array(Install),
  }),
});

const Lifecycle = z.object({
  salon_id: VendorId,
  application_id: VendorId,
  /** `uninstall`: disconnected in the marketplace. `freeze`: the paid period is over. Others are ignored. */
  event: z.string().max(40).optional(),
  /** The name of `event` in some of the vendor's payloads. */
  event_type: z.string().max(40).optional(),
  /** Our partner token, which authenticates the vendor. */
  partner_token: z.string().max(400).default(''),
});
export type Lifecycle = z.infer<typeof Lifecycle>;

/** The Callback URL of the application in the developer's account of YCLIENTS. */
export const receiveYclientsMarketplace = endpoint({
  method: 'POST',
  path: '/hooks/yclients-marketplace',
  access: 'public',
  summary: 'Receives marketplace events of YCLIENTS: an owner uninstalled the application, or its paid period ended.',
  ratePerMinute: 600,
  body: Lifecycle,
  problems: ['auth.required'],
});

/** The Callback URL of the application in the developer's account of Altegio. */
export const receiveAltegioMarketplace = endpoint({
  method: 'POST',
  path: '/hooks/altegio-marketplace',
  access: 'public',
  summary: 'Receives marketplace events of Altegio: an owner uninstalled the application, or its paid period ended.',
  ratePerMinute: 600,
  body: Lifecycle,
  problems: ['auth.required'],
});
