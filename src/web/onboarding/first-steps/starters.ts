import type { ReplyOf } from '#contract/endpoint.ts';
import type { FlowTemplateCard, listFlowTemplates } from '#contract/gallery/calls.ts';

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

/** Chooses ready-made flows for what is connected: those whose first message can be sent, starters before others. */
export function starters({
  templates,
  connectedKinds,
  hasWindow,
}: ReplyOf<typeof listFlowTemplates>): FlowTemplateCard[] {
  const works = ({ sources }: FlowTemplateCard) => sources.some((source) => connectedKinds.includes(source));
  const usable = templates.filter(works);
  const offered = usable.length > 0 ? usable : templates;
  const rank = ({ type, example }: FlowTemplateCard) => {
    const place = STARTERS.includes(type) ? STARTERS.indexOf(type) : STARTERS.length;
    return hasWindow && example.template === null ? place + STARTERS.length + 1 : place;
  };
  return offered.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}
