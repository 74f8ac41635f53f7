import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PreviewPane } from '#web/senders/editor/PreviewPane.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useMailingPreview } from './use-mailing-trials.ts';

const LETTERS = ['A', 'B', 'C'] as const;

type Props = {
  settings: MailingSettings;
  /** The settings, debounced. */
  settled: MailingSettings;
  language: Language | undefined;
  /** Absent: no test is offered. */
  testPhones?: string;
  /** The mailing is finished or deleted, and nobody was sent the message. */
  isOver?: boolean;
};

/** The message on the phones of real contacts of the audience, each text of a comparison, and a test to own numbers. */
export function MailingPreviewPane({ settings, settled, language, testPhones: phones, isOver = false }: Props) {
  const t = useTexts();
  const [chosen, setChosen] = useState<(typeof LETTERS)[number]>('A');
  const letters = LETTERS.slice(0, 1 + (settled.experiment?.variants.length ?? 0));
  const variant = Math.max(0, letters.indexOf(chosen));
  const preview = useMailingPreview(settled, { variant, language });
  return (
    <Stack gap="sm">
      {letters.length > 1 && preview.data && (
        <ChoiceBar
          label={t('mailings:ab.shown')}
          value={letters[variant] ?? 'A'}
          options={letters.map((letter) => ({ value: letter, label: t('mailings:ab.variant', { letter }) }))}
          onChange={setChosen}
        />
      )}
      <PreviewPane
        preview={preview}
        content={settled.content}
        words={{
          instead: isOver ? 'mailings:record.nobody' : undefined,
          example: 'mailings:editor.example',
          more: ({ parts }) => (parts === null ? null : t('mailings:preview.parts', { count: parts })),
        }}
        test={
          phones === undefined
            ? undefined
            : {
                phones,
                send: ({ contactId }, testPhones) =>
                  call('POST /api/v1/distributions/test-send', { body: { settings, variant, contactId, testPhones } }),
              }
        }
      />
    </Stack>
  );
}
