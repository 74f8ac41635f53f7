import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import { READY_MINUTES } from '#contract/assistants/flower-shop/values.ts';
import { DestinationFields } from '#web/assistants/plugins/NoticeCard.tsx';
import classes from '#web/assistants/plugins/plugins.module.css';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { CatalogueSection } from './CatalogueSection.tsx';
import { MoneyField } from '#web/ui/fields/MoneyField.tsx';
import shop from './shop.module.css';
import { useCatalogue } from './use-shop.ts';
import { ZoneFields } from './ZoneFields.tsx';

type Props = {
  assistantId: AssistantId;
  plugin: FlowerShopPlugin;
  onChange: (plugin: FlowerShopPlugin) => void;
  errorOf: (path: string) => string | undefined;
};

/** The catalogue of a flower shop, its delivery, and the destination of notices of orders. */
export function FlowerShop({ assistantId, plugin, onChange, errorOf }: Props) {
  const t = useTexts();
  const currency = useCatalogue(assistantId).data?.currency ?? '';
  const set = (part: Partial<FlowerShopPlugin>) => onChange({ ...plugin, ...part });
  return (
    <Stack className={classes.inner}>
      <CatalogueSection assistantId={assistantId} />
      <ZoneFields zones={plugin.zones} currency={currency} errorOf={errorOf} onChange={(zones) => set({ zones })} />
      {plugin.zones.length > 0 && (
        <MoneyField
          label={t('flower_shop:free_from')}
          description={t('flower_shop:free_from_help')}
          currency={currency}
          value={plugin.freeFromMinor}
          error={errorOf('freeFromMinor')}
          onChange={(freeFromMinor) => set({ freeFromMinor })}
        />
      )}
      <TextInput
        label={t('flower_shop:pickup')}
        description={t('flower_shop:pickup_help')}
        maxLength={300}
        value={plugin.pickupAddress}
        error={errorOf('pickupAddress')}
        onChange={({ currentTarget }) => set({ pickupAddress: currentTarget.value })}
      />
      <Hours plugin={plugin} error={errorOf('untilMinute')} onChange={set} />
      <NumberField
        label={t('flower_shop:ready')}
        description={t('flower_shop:ready_help')}
        min={0}
        max={READY_MINUTES.max}
        value={plugin.readyMinutes}
        error={errorOf('readyMinutes')}
        onChange={(readyMinutes) => set({ readyMinutes })}
      />
      <DestinationFields to={plugin.to} errorOf={errorOf} onChange={(to) => set({ to })} />
      <Text size="sm" c="dimmed">
        {t('flower_shop:orders_where')}{' '}
        <PageLink to={`/flowCopilotBots/${assistantId}`} search={{ tab: 'orders' }} className={shop.link}>
          {t('flower_shop:orders_open')}
        </PageLink>
      </Text>
    </Stack>
  );
}

const HALF_HOURS = Array.from({ length: 49 }, (_, at) => at * 30);

type HoursProps = {
  plugin: FlowerShopPlugin;
  error: string | undefined;
  onChange: (part: Pick<FlowerShopPlugin, 'fromMinute'> | Pick<FlowerShopPlugin, 'untilMinute'>) => void;
};

/** Hours of every day in which orders are delivered and handed out. */
function Hours({ plugin: { fromMinute, untilMinute }, error, onChange }: HoursProps) {
  const t = useTexts();
  return (
    <div role="group" aria-label={t('flower_shop:hours')}>
      <Text size="sm" fw={500}>
        {t('flower_shop:hours')}
      </Text>
      <div className={shop.hours}>
        <NativeSelect
          aria-label={t('flower_shop:hours_from')}
          data={optionsWith(fromMinute).filter(({ value }) => Number(value) < 1_440)}
          value={String(fromMinute)}
          onChange={({ currentTarget }) => onChange({ fromMinute: Number(currentTarget.value) })}
        />
        –
        <NativeSelect
          aria-label={t('flower_shop:hours_until')}
          data={optionsWith(untilMinute).filter(({ value }) => Number(value) > 0)}
          value={String(untilMinute)}
          error={error}
          onChange={({ currentTarget }) => onChange({ untilMinute: Number(currentTarget.value) })}
        />
      </div>
    </div>
  );
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const optionsWith = (minute: number) =>
  [...new Set([...HALF_HOURS, minute])]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: String(one), label: clock(one) }));
