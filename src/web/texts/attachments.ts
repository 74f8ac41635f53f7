import type { FlowContent } from '#contract/flows.ts';

/** What a message without a picture or file has in their place. */
export const NO_ATTACHMENT = { imageId: null } satisfies Partial<FlowContent>;

export function hasAttachment({ imageId }: FlowContent): boolean {
  return imageId !== null;
}
