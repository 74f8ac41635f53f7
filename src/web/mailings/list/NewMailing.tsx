import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCreateMailing } from '#web/mailings/use-mailings.ts';

/** Button that creates a draft and opens it. */
export function NewMailing() {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateMailing();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    // NOTE: the first mailing unmounts the empty list and this button with it, and callbacks of `mutate` do not run
    // after unmounting.
    const mailing = await create.mutateAsync({}).catch(() => null);
    if (mailing) await navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: mailing.id } });
    setBusy(false);
  };
  return (
    <Button leftSection={<IconPlus size={18} />} loading={isBusy} onClick={() => void add()}>
      {t('mailings:new')}
    </Button>
  );
}
