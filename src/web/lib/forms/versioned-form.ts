import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { type ContractForm, reasonsFor, useContractForm } from './form.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';

type Values = Record<string, unknown>;

/** Choice after another member saved: take the saved version or keep the own one. */
export type Overtaking = { loadSaved: () => void; keepEdited: () => void };

type Options<Edited extends Values> = Omit<ContractForm<Edited>, 'submit' | 'draftKey' | 'initial'> & {
  /** The values as they are saved now. */
  saved: Edited;
  /** Its saved version. */
  version: number;
  /** Begins the key of drafts. */
  draftName: string;
  /** Returns the new version. */
  submit: (values: Edited, baseVersion: number) => Promise<{ version: number }>;
  /** Whether typed values are equal to the saved ones. */
  isSame: (typed: Edited, saved: Edited) => boolean;
  /** Remounts the form with the saved values. */
  onRenew: () => void;
};

/**
 * A form of something that is saved in versions.
 *
 * When another member saves meanwhile, the form takes over their version as long as nothing was typed here; otherwise
 * the person chooses, and until then the server refuses a save. A saved version equal to the form's is the person's own:
 * the save succeeded and its reply was lost.
 */
export function useVersionedForm<Edited extends Values>(options: Options<Edited>) {
  const { saved, version, draftName, submit, isSame, onRenew, ...rest } = options;
  const [baseVersion, setBaseVersion] = useState(version);
  const editor = useContractForm<Edited>({
    ...rest,
    initial: saved,
    draftKey: `${draftName}.${baseVersion}`,
    submit: async (values) => {
      const next = await submit(values, baseVersion);
      setBaseVersion(next.version);
      editor.form.resetDirty(values);
    },
  });
  const { form, isBusy } = editor;
  const isOvertaken = version > baseVersion && !isBusy;
  const isWritten = form.isDirty() && !isSame(form.getValues(), saved);
  useEffect(() => {
    if (isOvertaken && !isWritten) onRenew();
  }, [isOvertaken, isWritten, onRenew]);
  const overtaken: Overtaking | null =
    isOvertaken && isWritten ? { loadSaved: onRenew, keepEdited: () => setBaseVersion(version) } : null;
  return { editor, overtaken };
}

/** The settings of a form, for its sections: an error disappears when its field is corrected. */
export function useSettings<Settings extends object, Edited extends Values & { settings: Settings }>(
  form: Pick<UseFormReturnType<Edited>, 'getValues' | 'setFieldValue' | 'errors' | 'clearFieldError'>,
  schema: () => Promise<z.ZodType>,
) {
  const t = useTexts();
  const values = form.getValues();
  return {
    settings: values.settings,
    change: (change: Partial<Settings>) => {
      const settings = { ...values.settings, ...change };
      form.setFieldValue('settings', settings as never); // NOTE: the path's type is not computed for a generic form
      void clearMended(form, schema, { ...values, settings });
    },
    errorOf: (path: string) => {
      const error = form.errors[path];
      return typeof error === 'string' ? fieldText(error, t) : undefined;
    },
  };
}

async function clearMended(
  form: Pick<UseFormReturnType<never>, 'errors' | 'clearFieldError'>,
  schema: () => Promise<z.ZodType>,
  values: Values,
): Promise<void> {
  const wrong = Object.keys(form.errors).filter((path) => path.startsWith('settings'));
  if (wrong.length === 0) return;
  const reasons = await reasonsFor(await schema(), values);
  for (const path of wrong) if (!reasons[path]) form.clearFieldError(path);
}
