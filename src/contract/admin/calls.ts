import { z } from 'zod';
import { TypedPhone } from '#contract/auth/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { CABINET_STATES } from './values.ts';

/**
 * A member of a cabinet as the operator sees them. Wire names are the specification's, section 3 "Admin user model".
 */
export const AdminUser = z.object({
  id: MemberId,
  /** The cabinet's id: all its members share the quota, the country and the channel limit. */
  userGuid: TenantId,
  email: z.string(),
  phone: z.string().nullable(),
  fullName: z.string().nullable(),
  chatApiInstanceLimit: z.int(),
  countryId: z.int(),
  availableMessagesCount: z.int(),
  /** Replies to reviews that a model may still write. */
  availableAiReviewsCount: z.int(),
  /** Ratings of review pages that the cabinet may still see. Not of the specification. */
  availableRatingsCount: z.int(),
  /** The AI balance, in millionths of a US dollar; null: models were never used, and the trial's credit is whole. */
  aiBalanceMicroUsd: z.int().nullable(),
  isYclientsSmsOneTariffEnabled: z.boolean(),
  /** The cabinet duplicates another one of the same business. */
  isDuplication: z.boolean(),
  /** The member only tries the product out: no mailings over WhatsApp, and no flows that offer something to contacts. */
  isTestUser: z.boolean(),
  createdAt: Instant,
});
export type AdminUser = z.infer<typeof AdminUser>;

/** A person in the list, with the state of their cabinet; see `getSubscription`. */
export const ListedUser = AdminUser.extend({
  state: z.enum(CABINET_STATES),
  /** The end of the trial, or of what lasts longest of the paid; null never ends. */
  until: Instant.nullable(),
  /** Tariffs that run now. */
  tariffIds: z.array(z.int()),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const listAdminUsers = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users',
  access: 'admin',
  summary: 'People of all cabinets, newest first; search by part of an e-mail or name, or by digits of a phone.',
  query: PageQuery.extend({
    search: z.string().trim().max(254).optional(),
    state: z.enum(CABINET_STATES).optional(),
    /** A tariff that runs now. */
    tariff: z.coerce.number().int().min(0).max(25).optional(),
  }),
  /** `total`: how many match, on the first page alone; exact up to 1,000, which stands for more too. */
  reply: pageOf(ListedUser).extend({
    total: z.object({ count: z.int(), isMore: z.boolean() }).nullable(),
  }),
});

export const UserParams = z.object({ userId: MemberId });

export const getAdminUser = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId',
  access: 'admin',
  summary: 'One person.',
  params: UserParams,
  reply: AdminUser,
  problems: ['member.not_found'],
});

/**
 * Absent fields stay unchanged. A larger balance is a top-up: messages that waited for it are sent, replies to reviews
 * written, and ratings that waited are shown.
 */
export const changeAdminUser = endpoint({
  method: 'PATCH',
  path: '/api/v1/Admin/Users/:userId',
  access: 'admin',
  summary: 'Changes a person and her cabinet.',
  params: UserParams,
  /** Fields of the specification that nothing keeps yet are refused as `not_kept`. */
  body: z.strictObject({
    userPhone: TypedPhone.optional(),
    fullName: z.string().trim().max(200, { error: 'too_long' }).optional(),
    chatApiInstanceLimit: z.int().min(0).max(1000).optional(),
    countryId: z.int().min(0).optional(),
    availableMessagesCount: z.int().min(0).max(100_000_000).optional(),
    availableAiReviewsCount: z.int().min(0).max(100_000_000).optional(),
    availableRatingsCount: z.int().min(0).max(100_000_000).optional(),
    /** Millionths of a US dollar. A larger one than before is a top-up. */
    aiBalanceMicroUsd: z.int().min(0).max(1_000_000_000_000).optional(),
    isYclientsSmsOneTariffEnabled: z.boolean().optional(),
    isDuplication: z.boolean().optional(),
    isTestUser: z.boolean().optional(),
  }),
  reply: AdminUser,
  problems: ['member.not_found'],
});
