import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import { CheckFailure } from '#web/lib/api/CheckFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Why the provider did not take the credentials. @param props.failed the title of any other failure */
export function ConnectFailure({ error, failed }: { error: unknown; failed?: string }) {
  const t = useTexts();
  return (
    <CheckFailure
      error={error}
      failed={failed}
      code="channel.check_failed"
      troubles={CHANNEL_TROUBLES}
      words={(trouble, text) => ({
        title: t(`channels:trouble.${trouble}.title`),
        todo: t(`channels:trouble.${trouble}.todo`),
        note: t('channels:provider_says', { text }),
      })}
    />
  );
}
