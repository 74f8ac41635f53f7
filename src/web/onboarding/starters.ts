import type { ReplyOf } from '#contract/endpoint.ts';
import type { FlowTemplateCard, listFlowTemplates } from '#contract/flow-templates.ts';

const SHOWN = 3;

/** Flows that are useful from the first day, the most useful first. */
const STARTERS: readonly FlowTemplateCard['type'][] = [
  'reminder_24',
  'visit_created',
  'review_request',
  'order_accepted',
  'order_on_way',
  'order_delivered',
];

/** Chooses ready-made flows for what is connected: starters first, then any that work. */
export function starters({ templates, connectedKinds }: ReplyOf<typeof listFlowTemplates>): FlowTemplateCard[] {
  const works = ({ sources }: FlowTemplateCard) => sources.some((source) => connectedKinds.includes(source));
  const usable = templates.filter(works);
  const offered = usable.length > 0 ? usable : templates;
  const rank = ({ type }: FlowTemplateCard) => (STARTERS.includes(type) ? STARTERS.indexOf(type) : STARTERS.length);
  return offered.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}
