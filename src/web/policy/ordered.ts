import type { FlowId } from '#contract/flows.ts';
import type { SenderId } from '#contract/senders.ts';

/** Flows by an order; those it does not name follow as they were. */
export function ordered<Flow extends { flowId: FlowId }>(flows: readonly Flow[], order: readonly SenderId[]): Flow[] {
  const place = ({ flowId }: Flow) => {
    const found = order.indexOf(flowId);
    return found === -1 ? order.length : found;
  };
  return flows.toSorted((one, other) => place(one) - place(other));
}
