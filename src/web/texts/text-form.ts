import type { FlowContent } from '#contract/flows.ts';

/** The content of a message as it is being edited, and how to change it. */
export type TextForm = {
  content: FlowContent;
  change: (change: Partial<FlowContent>) => void;
  /** The first error at a path of the content, e.g. `buttons.0.title`, in words. */
  errorOf: (path: string) => string | undefined;
};
