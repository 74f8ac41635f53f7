import type { FlowPreview } from '#contract/flow-trials.ts';
import type { FlowContent } from '#contract/flows.ts';
import type { SeenButton } from './drawn-message.ts';

/** The buttons of a preview with what they open: there is one of each type, so the settings know. */
export function seenButtons({ buttons }: Pick<FlowPreview, 'buttons'>, content: FlowContent): SeenButton[] {
  const urlOf = content.buttons.find((button) => button.type === 'url')?.url ?? '';
  const phoneOf = content.buttons.find((button) => button.type === 'call')?.phone ?? '';
  const values = { answer: '', url: urlOf, call: phoneOf };
  return buttons.map(({ type, title }) => ({ type, title, value: values[type] }));
}
