import type { ChannelId } from '#contract/channels/calls.ts';
import type { TemplateUse } from '#contract/templates/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** One sender that takes one template in one language. */
export type TemplateUseRow = Omit<TemplateUse, 'languages'> & {
  channelId: ChannelId;
  name: string;
  language: string;
  /** The values of its places, with variables. */
  parameters: readonly string[];
  /** The contact's visit that its words are about; null: about an occasion of its own, so that nobody sends it at another time. */
  visit: 'next' | 'last' | null;
  /** The owner gets it, not a customer. */
  isToOwner: boolean;
};

/** Lists senders that take templates of some names; supplied by the rooms above that send. */
export type ListTemplateUses = (scope: TenantScope, names: readonly string[]) => Promise<TemplateUseRow[]>;
