import type { FlowKind, FlowSettings } from '#contract/flows.ts';

/** What a section of the editor is given: the settings as they are being edited, and how to change them. */
export type FlowForm = {
  kind: FlowKind;
  settings: FlowSettings;
  change: (change: Partial<FlowSettings>) => void;
  /** The words of the first error at a path of the form, e.g. `settings.timing.window.endHour`. */
  errorOf: (path: string) => string | undefined;
};
