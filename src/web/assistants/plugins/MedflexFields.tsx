import { Button, Checkbox, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { MedflexPlugin } from '#contract/assistants/settings.ts';
import { withGone } from '#web/assistants/settings/PlacesPart.tsx';
import { useConnections } from '#web/connections/use-connections.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { MedflexAccount } from './MedflexAccount.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import { useClinics } from './use-clinics.ts';
import classes from './plugins.module.css';

const ALL: MedflexPlugin = { connectionId: null, lpuIds: [], books: true, cancels: true, consentText: '' };
const DEEDS = ['books', 'cancels'] as const;

/** Appointments with doctors of a clinic, and the clinic's account behind them. */
export function MedflexFields({ plugin, onChange, errorOf }: PluginProps<'medflex'>) {
  const t = useTexts();
  const account = useClinics(plugin?.connectionId ?? null);
  const connections = useConnections('medflex');
  const { data } = account;
  if (!data && !plugin && !account.isError) return null;
  const isConnected = data?.connectedAt != null;
  return (
    <div className={classes.plugin}>
      {isConnected || plugin ? (
        <Switch
          label={t('assistants:clinic.title')}
          description={t('assistants:clinic.what')}
          checked={plugin !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? ALL : null)}
        />
      ) : (
        <div>
          <Text fw={550}>{t('assistants:clinic.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('assistants:clinic.connect_lead')}
          </Text>
        </div>
      )}
      {account.isError && (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" c="bad">
            {t('assistants:clinic.unknown')}
          </Text>
          <Button variant="default" loading={account.isFetching} onClick={() => void account.refetch()}>
            {t('assistants:clinic.try_again')}
          </Button>
        </Stack>
      )}
      {data && !isConnected && plugin && (
        <Text size="sm" c="bad">
          {t('assistants:clinic.gone')}
        </Text>
      )}
      {data && connections.data && (
        <MedflexAccount
          account={data}
          connections={connections.data}
          chosen={plugin?.connectionId ?? null}
          onChoose={(connectionId) => onChange({ ...(plugin ?? ALL), connectionId, lpuIds: [] })}
        />
      )}
      {plugin && (
        <Stack gap="sm" className={classes.inner}>
          <Stack gap="xs" role="group" aria-label={t('assistants:clinic.deeds')}>
            {DEEDS.map((deed) => (
              <Checkbox
                key={deed}
                label={t(`assistants:clinic.${deed}`)}
                checked={plugin[deed]}
                onChange={({ currentTarget }) => onChange({ ...plugin, [deed]: currentTarget.checked })}
              />
            ))}
          </Stack>
          {((data?.clinics.length ?? 0) > 1 || plugin.lpuIds.length > 0) && (
            <ManySelect
              label={t('assistants:clinic.clinics')}
              placeholder={t('assistants:clinic.every_clinic')}
              data={withGone(data?.clinics ?? [], plugin.lpuIds, t('assistants:places.gone'))}
              value={plugin.lpuIds}
              onChange={(lpuIds) => onChange({ ...plugin, lpuIds })}
            />
          )}
          <Textarea
            label={t('assistants:clinic.consent')}
            description={t('assistants:clinic.consent_help')}
            autosize
            minRows={2}
            value={plugin.consentText}
            error={errorOf('consentText')}
            onChange={({ currentTarget }) => onChange({ ...plugin, consentText: currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            {t('assistants:clinic.no_advice')}
          </Text>
        </Stack>
      )}
    </div>
  );
}
