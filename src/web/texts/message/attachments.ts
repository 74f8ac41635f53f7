import type { TextContent } from '#contract/texts/calls.ts';

/** Attachment fields of a message without a picture or file. */
export const NO_ATTACHMENT = { imageId: null } satisfies Partial<TextContent>;

export function hasAttachment({ imageId }: TextContent): boolean {
  return imageId !== null;
}
