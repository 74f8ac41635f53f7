import type { ChannelKind } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';

/** The channels that a pause stops; null: all kinds, or all cabinets. */
export type PauseReach = { kinds: readonly ChannelKind[] | null; cabinetId: TenantId | null };

/** Whether a pause stops a channel. */
export function stops({ kinds, cabinetId }: PauseReach, channel: { tenantId: TenantId; kind: ChannelKind }): boolean {
  return (kinds?.includes(channel.kind) ?? true) && (cabinetId === null || cabinetId === channel.tenantId);
}
