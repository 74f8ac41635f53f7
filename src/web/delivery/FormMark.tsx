import { Text } from '@mantine/core';
import type { LogEntry } from '#contract/delivery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Stands before the words of a message: names those of a template, and says when nothing can be sent. */
export function FormMark({ entry: { form, status } }: { entry: Pick<LogEntry, 'form' | 'status'> }) {
  const t = useTexts();
  if (form === 'text' || (form === 'none' && status !== 'planned')) return null;
  return (
    <Text span inherit fw={550} c={form === 'none' ? 'attention' : 'dimmed'}>
      {t(`delivery:form.${form}`)}{' '}
    </Text>
  );
}
