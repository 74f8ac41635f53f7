import { Alert } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { text: string | null; action?: ReactNode };

/** Why the last submit did not work, above the button; what was typed stays. */
export function FormFailure({ text, action }: Props) {
  if (!text) return null;
  return (
    <Alert color="bad" icon={<IconExclamationCircle size={20} />} role="alert" py="xs">
      {text} {action}
    </Alert>
  );
}
