import type { ConditionField } from './flow-kind-entry.ts';
import type { FlowToFill } from './flow-to-fill.ts';
import type { FlowSettings } from './flows.ts';

/** Returns the parts of a flow from another cabinet that are bound there and not chosen here yet. */
export function stillToFill(settings: FlowSettings, toFill: readonly FlowToFill[]): FlowToFill[] {
  const { content, channelIds, conditions, options } = settings;
  const asked = new Set(conditions.groups.flatMap((group) => group.conditions.map(({ field }) => field)));
  const isAnyAsked = (...fields: ConditionField[]) => fields.some((field) => asked.has(field));
  const isFilled: Record<FlowToFill, boolean> = {
    channels: channelIds.length > 0,
    templates: content.templates.length > 0,
    image: content.imageId !== null,
    buttons: content.buttons.some(({ type }) => type !== 'answer'),
    branches: isAnyAsked('branch'),
    services: isAnyAsked('service', 'service_category') || options.offerServiceIds.length > 0,
    masters: isAnyAsked('master'),
    conditions: asked.size > 0,
  };
  return toFill.filter((what) => !isFilled[what]);
}
