import { Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { RfmDashboard } from '#contract/audiences/rfm.ts';
import { MAX_RFM_DASHBOARDS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { NewRfmButton } from './NewRfmButton.tsx';
import { settingsOf, useDeleteRfm, useRfmList, useSaveRfm } from './use-rfm.ts';

const RfmSettingsDialog = lazy(async () => ({
  default: (await import('./RfmSettingsDialog.tsx')).RfmSettingsDialog,
}));

/** The name of a dashboard, a choice of the others, and what can be done with it. */
export function RfmHead({ dashboard }: { dashboard: RfmDashboard }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'settings' | 'deleting' | null>(null);
  const save = useSaveRfm(dashboard.id);
  const remove = useDeleteRfm(dashboard.id);
  const list = useRfmList();
  const dashboards = list.data?.dashboards ?? [];
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title={t('insights:rfm.title')}
        state={t('insights:rfm.state')}
        action={
          <Group gap="xs">
            {dashboards.length < MAX_RFM_DASHBOARDS && <NewRfmButton />}
            <RowMenu name={dashboard.title}>
              <MenuItem onClick={() => setOpen('settings')}>{t('insights:rfm.settings')}</MenuItem>
              <MenuItem onClick={() => setOpen('deleting')}>{t('insights:rfm.delete')}</MenuItem>
            </RowMenu>
          </Group>
        }
      />
      <ListTools>
        <SearchSelect
          aria-label={t('insights:rfm.dashboard')}
          value={dashboard.id}
          data={(dashboards.length > 0 ? dashboards : [dashboard]).map(({ id, title }) => ({
            value: id,
            label: title,
          }))}
          onChange={(id) => id && void navigate({ to: '/insights/rfm/$dashboardId', params: { dashboardId: id } })}
        />
      </ListTools>
      {open === 'settings' && (
        <Suspense>
          <RfmSettingsDialog
            title={t('insights:rfm.settings')}
            initial={settingsOf(dashboard)}
            save={(settings) => save.mutateAsync(settings)}
            onSaved={close}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === 'deleting'}
        title={t('insights:rfm.delete_title', { title: dashboard.title })}
        text={t('insights:rfm.delete_text')}
        confirmLabel={t('insights:rfm.delete')}
        isBusy={remove.isPending}
        isDangerous
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/insights/rfm' }), onSettled: close })
        }
        onClose={close}
      />
    </>
  );
}
