import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { phonesTrouble } from '#web/lib/forms/phones-trouble.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';
import type { SenderRoom } from '#web/senders/sender.ts';
import { useRefresh } from '#web/senders/use-sender-change.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Values of every sender's form; test numbers as typed. */
export type SenderValues<Settings> = { title: string; settings: Settings; testPhones: string };

type Saved<Settings> = { id: string; version: number; title: string; settings: Settings; testPhones: string[] };

type Options<Settings, Own> = {
  room: SenderRoom;
  saved: Saved<Settings>;
  /** Values of the room's own. */
  own: Own;
  /** Loads the schema of the values. The version is none of them: the base version is kept beside the form. */
  schema: () => Promise<z.ZodType>;
  put: (values: SenderValues<Settings> & Own & { baseVersion: number }) => Promise<{ version: number }>;
  /** Says that it was saved. */
  savedText: TextKey;
  onSaved?: () => void;
  /** Remounts with the saved sender. */
  onRenew: () => void;
};

/** The form of one sender. `bind` is for its sections. */
export function useSenderForm<Settings extends object, Own extends Record<string, unknown>>(
  options: Options<Settings, Own>,
) {
  type Values = SenderValues<Settings> & Own;
  const { room, saved, own, schema, put, savedText, onSaved, onRenew } = options;
  const t = useTexts();
  const refresh = useRefresh(room);
  const { mutateAsync: save } = useMutation({
    mutationFn: put,
    // NOTE: a refusal may mean that another member saved: their version must be shown. Not awaited: the next save may
    // follow at once
    onSettled: () => void refresh(),
  });
  const { title, settings, testPhones } = saved;
  const { editor, overtaken } = useVersionedForm<Values>({
    schema,
    saved: { title, settings, testPhones: testPhones.join(', '), ...own },
    version: saved.version,
    draftName: `${room}.${saved.id}`,
    isSame: (typed, before) => wordsOf(typed) === wordsOf(before),
    submit: async (values, baseVersion) => {
      const next = await save({ ...values, baseVersion });
      toast.success({ title: t(savedText) });
      onSaved?.();
      return next;
    },
    onRenew,
  });
  const phones = editor.field('testPhones');
  const bind = {
    ...useSettings<Settings, Values>(editor.form, schema),
    /** Props of the field of test numbers. */
    testPhones: { ...phones, error: phonesTrouble(editor.form.errors['testPhones'], t) ?? phones.error },
  };
  return { editor, bind, overtaken };
}

function wordsOf({ title, settings, testPhones }: SenderValues<unknown>): string {
  return JSON.stringify([title, settings, testPhones]);
}
