import { isForOwner } from '#contract/flows/kinds.ts';
import type { Flow } from '#contract/flows/calls.ts';

export type FlowToStart = Pick<Flow, 'id' | 'kind' | 'title'>;

/** Whether a flow can be taken from test to live. */
export const canGoLive = ({ mode, status }: Pick<Flow, 'mode' | 'status'>): boolean =>
  mode === 'test' && status !== 'done' && status !== 'canceled' && status !== 'unavailable';

/** The text of the button that takes a flow live: a report has no clients. */
export const goLiveKey = (kind: Flow['kind']) => (isForOwner(kind) ? 'reports:go_live' : 'attention:go_live');
