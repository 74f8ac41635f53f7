import { z } from 'zod';
import { ChannelId, ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { INSTANCE_GROUPS } from './values.ts';

/** A channel of a cabinet as the operator sees it. */
export const Instance = z.object({
  id: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  /** A phone or a name; empty until it was first paired. */
  address: z.string(),
  state: ChannelState,
  stateChangedAt: Instant,
  trouble: ChannelTrouble.nullable(),
  /** The provider's text. */
  troubleText: z.string().nullable(),
  lastSentAt: Instant.nullable(),
  tenantId: TenantId,
  cabinet: z.string(),
  /** The owner who registered first; null: the cabinet has none. */
  owner: z.object({ userId: MemberId, email: z.string() }).nullable(),
});
export type Instance = z.infer<typeof Instance>;

export const listInstances = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Instances',
  access: 'admin',
  summary:
    'Channels of all cabinets, the latest change of state first; search by digits of a phone or the beginning of an e-mail.',
  query: PageQuery.extend({
    search: z.string().trim().max(254).optional(),
    group: z.enum(INSTANCE_GROUPS).optional(),
    kind: ChannelKind.optional(),
    state: ChannelState.optional(),
  }),
  reply: pageOf(Instance),
});
