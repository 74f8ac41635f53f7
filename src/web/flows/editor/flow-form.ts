import type { ReactNode } from 'react';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';

/** Props of a section of the editor: the settings being edited, and how to change them. */
export type FlowForm = {
  kind: FlowKind;
  settings: FlowSettings;
  change: (change: Partial<FlowSettings>) => void;
  /** Returns the text of the first error at a path of the form, e.g. `settings.timing.window.endHour`. */
  errorOf: (path: string) => string | undefined;
  /** Props of the field of test numbers. */
  testPhones: { value?: string; error?: ReactNode };
};
