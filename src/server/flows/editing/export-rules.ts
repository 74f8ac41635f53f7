import { z } from 'zod';
import { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { FlowOptionValues } from '#contract/flows/option-values.ts';
import { optionsOf } from '#contract/flows/options.ts';
import { FlowToFill } from '#contract/flows/to-fill.ts';
import { EXPORTED, exportSettings, type OfferedImage } from '#server/senders/transfers/export-rules.ts';

/** A flow for another cabinet, without any id of the sender's. */
export const FlowExport = z.object({
  ...EXPORTED,
  kind: FlowKind,
  settings: FlowSettings,
  toFill: z.array(FlowToFill),
});
export type FlowExport = z.infer<typeof FlowExport>;

/**
 * Removes everything from a flow that refers to its own cabinet, and lists what must be filled. A report will go to the receiver's owner,
 * not to the sender's numbers; the review address leads to the sender's pages.
 */
export function exportFlow(
  { kind, title, settings }: Pick<FlowExport, 'kind' | 'title' | 'settings'>,
  image: OfferedImage | null,
): FlowExport {
  const options = { ...settings.options, ...boundOptions(kind) };
  return FlowExport.parse({ kind, title, ...exportSettings({ ...settings, options }, image), image });
}

/** Options that refer to the sender's pages, phones or CRM, at their defaults. */
function boundOptions(kind: FlowKind): Partial<FlowOptionValues> {
  const { reportPhones, reviewUrl, moveDeal } = optionsOf(kind);
  return {
    ...(reportPhones && { reportPhones }),
    ...(reviewUrl !== undefined && { reviewUrl }),
    ...(moveDeal !== undefined && { moveDeal }),
  };
}
