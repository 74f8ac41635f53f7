import type { ReactNode } from 'react';
import type { MailingSettings } from '#contract/mailings/calls.ts';

/** Props of a section of the editor: the settings being edited, and how to change them. */
export type MailingForm = {
  settings: MailingSettings;
  /** Whether the list of recipients is fixed: the mailing has started. */
  isStarted: boolean;
  change: (change: Partial<MailingSettings>) => void;
  /** Returns the text of the first error at a path of the form, e.g. `settings.timing.useBy`. */
  errorOf: (path: string) => string | undefined;
  /** Props of the field of test numbers. */
  testPhones: { value?: string; error?: ReactNode };
};
