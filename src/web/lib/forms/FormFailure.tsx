import { Alert, Text } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { explain } from '#web/lib/api/problem-text.ts';

type Props = {
  /** Error of the last submit; nothing is drawn without one. */
  error: unknown;
  /** The title above the reason. */
  title?: string | undefined;
  /** Replaces the general text. */
  text?: string;
  /** A link that helps. */
  action?: ReactNode;
};

/** Error of the last submit, above the button; input stays. */
export function FormFailure({ error, title, text, action }: Props) {
  const t = useTexts();
  if (!error) return null;
  const { text: general, requestId } = explain(error, t);
  return (
    <Alert color="bad" title={title} icon={<IconExclamationCircle size={20} />} role="alert" py="xs">
      {text ?? general} {action}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('ui:request_id', { id: requestId })}
        </Text>
      )}
    </Alert>
  );
}
