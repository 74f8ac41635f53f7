import { Button, Card, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiSystem } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { checkToken } from './token-check.ts';

/** Tries the token that was given to the program of a system. */
export function TokenCheck({ system }: { system: ApiSystem }) {
  const t = useTexts();
  const [secret, setSecret] = useState('');
  const check = useMutation({ mutationFn: checkToken });
  const name = t(`integrations:system.name.${system}`);
  return (
    <Card component="section" aria-label={t('integrations:system.check')}>
      <Title order={2}>{t('integrations:system.check')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('integrations:system.check_help', { system: name })}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate(secret);
        }}
      >
        <Stack align="start">
          <PasswordInput
            label={t('integrations:system.token')}
            value={secret}
            required
            w="100%"
            maw={480}
            autoComplete="off"
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              check.reset();
            }}
          />
          <Button type="submit" variant="default" loading={check.isPending}>
            {t('integrations:system.check_do')}
          </Button>
          <div role="status">{check.data === 'accepted' && <Text>{t('integrations:system.accepted')}</Text>}</div>
          {check.data === 'wrong' && (
            <TroubleAlert
              tone="bad"
              title={t(system === 'squire' ? 'integrations:system.wrong_squire' : 'integrations:system.wrong')}
            >
              {t('integrations:system.wrong_todo')}
            </TroubleAlert>
          )}
          {(check.data === 'refused' || check.isError) && (
            <TroubleAlert tone="attention">{t('integrations:system.refused')}</TroubleAlert>
          )}
        </Stack>
      </form>
    </Card>
  );
}
