import { Alert, Text } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from './i18n.ts';
import { explain } from './problem-text.ts';

type Props = {
  /** What the last submit met; nothing is drawn for none. */
  error: unknown;
  /** Better words than the general ones. */
  text?: string;
  /** A link that helps. */
  action?: ReactNode;
};

/** Why the last submit did not work, above the button; what was typed stays. */
export function FormFailure({ error, text, action }: Props) {
  const t = useTexts();
  if (!error) return null;
  const { text: general, requestId } = explain(error, t);
  return (
    <Alert color="bad" icon={<IconExclamationCircle size={20} />} role="alert" py="xs">
      {text ?? general} {action}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('ui:request_id', { id: requestId })}
        </Text>
      )}
    </Alert>
  );
}
