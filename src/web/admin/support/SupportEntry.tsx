import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useSession } from '#web/lib/api/session.ts';
import { supportAddress } from '#web/lib/api/support.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

type Props = Pick<AdminUser, 'email'> & { userId: AdminUser['id'] };

/** Leads to the log of the cabinet, and into the cabinet as support. */
export function SupportEntry({ userId, email }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap="xs">
      <Button component={Link} to={`/admin/users/${userId}/audit`} variant="default">
        {t('audit:title')}
      </Button>
      <Button leftSection={<IconHeadset size={18} />} onClick={() => setOpen(true)}>
        {t('audit:support.enter')}
      </Button>
      {isOpen && <EntryDialog userId={userId} email={email} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function EntryDialog({ userId, email, onClose }: Props & { onClose: () => void }) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const session = useSession();
  const [token, setToken] = useState<string | null>(null);
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/support.ts')).enterSupport.body,
    initial: { reason: '', isEmergency: false },
    submit: async (body) => {
      const entered = await call('POST /api/v1/Admin/Users/:userId/SupportSessions', { params: { userId }, body });
      setToken(entered.token);
      await invalidateRoom(queryClient, 'admin');
    },
  });
  return (
    <Dialog title={t('audit:support.enter_title', { email })} onClose={onClose}>
      {token ? (
        <Stack>
          <Text>{t('audit:support.ready')}</Text>
          <Button component="a" href={supportAddress(token)} target="_blank" rel="noreferrer" onClick={onClose}>
            {t('audit:support.open')}
          </Button>
        </Stack>
      ) : (
        <FormBody form={form} isDialog submit={t('audit:support.enter')}>
          <Text size="sm">{t('audit:support.enter_lead')}</Text>
          <Textarea
            label={t('audit:support.reason')}
            description={t('audit:support.reason_help')}
            autosize
            minRows={2}
            data-autofocus
            {...form.field('reason')}
          />
          {session.isAuthenticated && session.isSuperAdmin && (
            <Checkbox
              label={t('audit:support.emergency')}
              description={t('audit:support.emergency_help')}
              {...form.form.getInputProps('isEmergency', { type: 'checkbox' })}
            />
          )}
        </FormBody>
      )}
    </Dialog>
  );
}
