import type { TextContent } from '#contract/texts/calls.ts';

/** The content of a message as it is being edited, and how to change it. */
export type TextForm = {
  content: TextContent;
  change: (change: Partial<TextContent>) => void;
  /** The first error at a path of the content, e.g. `buttons.0.title`, in words. */
  errorOf: (path: string) => string | undefined;
};
