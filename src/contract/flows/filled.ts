import type { ConditionField } from '#contract/audiences/values.ts';
import type { FlowToFill } from './to-fill.ts';
import type { FlowSettings } from './calls.ts';

/** Returns the parts of a flow from another cabinet that are bound there and not chosen here yet. */
export function stillToFill(settings: FlowSettings, toFill: readonly FlowToFill[]): FlowToFill[] {
  const { content, channelIds, conditions, options } = settings;
  const usedFields = new Set(conditions.groups.flatMap((group) => group.conditions.map(({ field }) => field)));
  const usesAny = (...fields: ConditionField[]) => fields.some((field) => usedFields.has(field));
  const isFilled: Record<FlowToFill, boolean> = {
    channels: channelIds.length > 0,
    templates: content.templates.length > 0,
    image: content.imageId !== null,
    buttons: content.buttons.some(({ type }) => type !== 'answer'),
    branches: usesAny('branch'),
    services: usesAny('service', 'service_category') || Boolean(options.offerServiceIds?.length),
    masters: usesAny('master'),
    conditions: usedFields.size > 0,
  };
  return toFill.filter((what) => !isFilled[what]);
}
