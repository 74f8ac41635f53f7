import { Skeleton, Text } from '@mantine/core';
import { AUDIO_DAYS } from '#contract/quality/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { useQualitySettings, useSaveQualitySettings } from './use-talks.ts';

/** For how long sound is kept. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const settings = useQualitySettings();
  const isOwner = useIsOwner();
  return (
    <SideDrawer isOpen title={t('quality:settings.title')} closeLabel={t('ui:close')} onClose={onClose}>
      {settings.isPending && (
        <Loading>
          <Skeleton height={120} />
        </Loading>
      )}
      {settings.isError && !settings.data && <Failure error={settings.error} onRetry={settings.refetch} />}
      {settings.data && isOwner && <SettingsForm audioDays={settings.data.audioDays} onDone={onClose} />}
      {settings.data && !isOwner && <Text>{t('quality:settings.kept', { count: settings.data.audioDays })}</Text>}
    </SideDrawer>
  );
}

function SettingsForm({ audioDays, onDone }: { audioDays: number; onDone: () => void }) {
  const t = useTexts();
  const save = useSaveQualitySettings();
  const editor = useContractForm({
    schema: async () => (await import('#contract/quality/recordings.ts')).saveQualitySettings.body,
    initial: { audioDays },
    async submit(values) {
      await save.mutateAsync(values);
      toast.success({ title: t('quality:settings.saved') });
      onDone();
    },
  });
  return (
    <FormBody form={editor} submit={t('quality:save')}>
      <NumberField
        label={t('quality:settings.days')}
        description={t('quality:settings.days_help', { min: AUDIO_DAYS.min, max: AUDIO_DAYS.max })}
        value={editor.form.getValues().audioDays}
        min={AUDIO_DAYS.min}
        max={AUDIO_DAYS.max}
        error={editor.field('audioDays').error}
        onChange={(days) => editor.form.setFieldValue('audioDays', days)}
      />
    </FormBody>
  );
}
