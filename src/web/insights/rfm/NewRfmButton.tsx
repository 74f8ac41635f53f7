import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCreateRfm } from './use-rfm.ts';

const RfmSettingsDialog = lazy(async () => ({
  default: (await import('./RfmSettingsDialog.tsx')).RfmSettingsDialog,
}));

/** Makes a dashboard and opens it. */
export function NewRfmButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateRfm();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isPrimary ? undefined : 'default'}
        leftSection={<IconPlus size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('insights:rfm.new')}
      </Button>
      {isOpen && (
        <Suspense>
          <RfmSettingsDialog
            title={t('insights:rfm.new')}
            save={(settings) => create.mutateAsync(settings)}
            onSaved={({ id }) => {
              setOpen(false);
              void navigate({ to: '/insights/rfm/$dashboardId', params: { dashboardId: id } });
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
