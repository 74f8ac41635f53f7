import type { AssistantSettings } from '#contract/assistants/settings.ts';

/** Values of the settings, what changes them, and the error of a field by its path. */
export type FieldsProps = {
  settings: AssistantSettings;
  change: (change: Partial<AssistantSettings>) => void;
  errorOf: (path: string) => string | undefined;
};
