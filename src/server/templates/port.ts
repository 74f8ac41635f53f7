import type { ChannelId } from '#contract/channels/calls.ts';
import type { TemplateUse } from '#contract/templates/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** One sender that takes one template in one language. */
export type TemplateUseRow = Omit<TemplateUse, 'languages'> & {
  channelId: ChannelId;
  name: string;
  language: string;
};

/** Lists senders that take templates of some names; supplied by the rooms above that send. */
export type ListTemplateUses = (scope: TenantScope, names: readonly string[]) => Promise<TemplateUseRow[]>;
