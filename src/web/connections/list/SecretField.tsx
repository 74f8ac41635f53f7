import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#contract/connections/calls.ts';
import { useChangeSignatures } from '#web/connections/use-connections.ts';

type Props = {
  connectionId: Connection['id'];
  label: string;
  help?: string;
  /** The words of the button. */
  button: string;
  /** Said once it is saved. */
  saved: string;
};

/** The secret of a vendor's signatures, which is never shown. */
export function SecretField({ connectionId, label, help, button, saved }: Props) {
  const [secret, setSecret] = useState('');
  const change = useChangeSignatures(connectionId, saved);
  return (
    <Stack gap="sm" maw={640}>
      <PasswordInput
        autoComplete="off"
        label={label}
        description={help}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <Button
        w="fit-content"
        variant="default"
        disabled={secret.trim() === ''}
        loading={change.isPending}
        onClick={() => change.mutate({ secret }, { onSuccess: () => setSecret('') })}
      >
        {button}
      </Button>
    </Stack>
  );
}
