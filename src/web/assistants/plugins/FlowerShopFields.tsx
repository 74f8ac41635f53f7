import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { READY_MINUTES } from '#contract/assistants/flower-shop/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

// Loaded when it is switched on.
const FlowerShop = lazyPart({
  texts: ['flower_shop'],
  load: () => import('./flower-shop/FlowerShop.tsx').then((m) => m.FlowerShop),
});

const NEW_SHOP = {
  zones: [{ title: '', priceMinor: 0 }],
  freeFromMinor: null,
  pickupAddress: '',
  fromMinute: 540,
  untilMinute: 1_260,
  readyMinutes: READY_MINUTES.default,
  to: null,
};

/** A flower shop that sells by the assistant. */
export function FlowerShopFields({
  assistantId,
  plugin,
  onChange,
  errorOf,
}: PluginProps<'flower_shop'> & { assistantId: AssistantId }) {
  const t = useTexts();
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:flower_shop.title')}
        description={t('assistants:flower_shop.what')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? NEW_SHOP : null)}
      />
      {plugin && (
        <Suspense
          fallback={
            <Loading>
              <RowsSkeleton rows={3} />
            </Loading>
          }
        >
          <FlowerShop assistantId={assistantId} plugin={plugin} onChange={onChange} errorOf={errorOf} />
        </Suspense>
      )}
    </div>
  );
}
