import type { Mailing, MailingSettings } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { phonesTrouble } from '#web/lib/forms/phones-trouble.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { MailingForm } from './mailing-form.ts';
import { useSaveMailing } from '#web/mailings/use-mailings.ts';

export type MailingValues = { title: string; settings: MailingSettings; testPhones: string };

/** The version is not a form field: the base version is kept beside the form. */
const loadBody = async () => (await import('#contract/mailings/calls.ts')).saveMailing.body.omit({ baseVersion: true });

/**
 * The form of one mailing.
 *
 * @param onSaved called after a save
 * @param onRenew remounts with the saved mailing
 */
export function useMailingForm(mailing: Mailing, onSaved: () => void, onRenew: () => void) {
  const t = useTexts();
  const save = useSaveMailing(mailing.id);
  const { editor, overtaken } = useVersionedForm<MailingValues>({
    schema: loadBody,
    saved: valuesOf(mailing),
    version: mailing.version,
    draftName: `mailings.${mailing.id}`,
    isSame: (typed, saved) => JSON.stringify(typed) === JSON.stringify(saved),
    submit: async (values, baseVersion) => {
      const saved = await save.mutateAsync({ ...values, baseVersion });
      toast.success({ title: t(mailing.startedAt ? 'mailings:editor.saved_running' : 'mailings:editor.saved') });
      onSaved();
      return saved;
    },
    onRenew,
  });
  const isStarted = mailing.startedAt !== null;
  const phones = editor.field('testPhones');
  const bind: MailingForm = {
    isStarted,
    ...useSettings<MailingSettings, MailingValues>(editor.form, loadBody),
    testPhones: { ...phones, error: phonesTrouble(editor.form.errors['testPhones'], t) ?? phones.error },
  };
  return { editor, bind, overtaken };
}

function valuesOf({ title, settings, testPhones }: Mailing): MailingValues {
  return { title, settings, testPhones: testPhones.join(', ') };
}
