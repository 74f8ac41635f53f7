import { Button, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RfmDashboard, RfmThresholds } from '#contract/audiences/rfm.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { MoneyField } from '#web/ui/fields/MoneyField.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { decimalIn } from './rfm-data.ts';
import { settingsOf, useRfmPreview, useSaveRfm, useSuggestRfm } from './use-rfm.ts';

const schema = async () => (await import('#contract/audiences/rfm.ts')).RfmThresholds;

const PREVIEW_MS = 400;

/** Intervals are typed as text. */
type Values = Omit<RfmThresholds, 'lateFrom' | 'sleepingFrom' | 'lostFrom'> &
  Record<'lateFrom' | 'sleepingFrom' | 'lostFrom', string>;

const toThresholds = ({ lateFrom, sleepingFrom, lostFrom, ...rest }: Values): RfmThresholds => ({
  ...rest,
  lateFrom: decimalIn(lateFrom),
  sleepingFrom: decimalIn(sleepingFrom),
  lostFrom: decimalIn(lostFrom),
});

const isValid = ({ lateFrom, sleepingFrom, lostFrom, oftenFrom, usualDays }: RfmThresholds): boolean =>
  lateFrom >= 1 &&
  lateFrom < sleepingFrom &&
  sleepingFrom < lostFrom &&
  lostFrom <= 100 &&
  oftenFrom >= 3 &&
  usualDays >= 1;

type Props = { dashboard: RfmDashboard; thresholds: RfmThresholds; currency: string; onClose: () => void };

/** Changes the bounds of the groups; says whom they would move before they are saved. */
export function RfmBoundsDialog({ dashboard, thresholds, currency, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const save = useSaveRfm(dashboard.id);
  const suggest = useSuggestRfm(dashboard.id);
  const toValues = (bounds: RfmThresholds): Values => ({
    ...bounds,
    lateFrom: format.number(bounds.lateFrom),
    sleepingFrom: format.number(bounds.sleepingFrom),
    lostFrom: format.number(bounds.lostFrom),
  });
  const editor = useContractForm<Values>({
    schema,
    initial: toValues(thresholds),
    asBody: toThresholds,
    submit: async (values) => {
      await save.mutateAsync({ ...settingsOf(dashboard), thresholds: toThresholds(values) });
      toast.success({ title: t('insights:rfm.bounds_saved') });
      onClose();
    },
  });
  const { form, field } = editor;
  const values = form.getValues();
  const [settled] = useDebouncedValue(toThresholds(values), PREVIEW_MS);
  return (
    <Dialog title={t('insights:rfm.bounds')} onClose={onClose}>
      <FormBody form={editor} submit={t('insights:rfm.save')} isDialog>
        <Text size="sm" c="dimmed">
          {t('insights:rfm.bounds_help')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label={t('insights:rfm.recency.2')} inputMode="decimal" data-autofocus {...field('lateFrom')} />
          <TextInput label={t('insights:rfm.recency.3')} inputMode="decimal" {...field('sleepingFrom')} />
          <TextInput label={t('insights:rfm.recency.4')} inputMode="decimal" {...field('lostFrom')} />
        </SimpleGrid>
        <NumberField
          label={t('insights:rfm.usual_days')}
          description={t('insights:rfm.usual_days_help')}
          min={1}
          max={1_000}
          value={values.usualDays}
          onChange={(value) => form.setFieldValue('usualDays', value)}
        />
        <NumberField
          label={t('insights:rfm.often_from')}
          min={3}
          max={1_000}
          value={values.oftenFrom}
          onChange={(value) => form.setFieldValue('oftenFrom', value)}
        />
        <MoneyField
          label={t('insights:rfm.pays_well_from')}
          currency={currency}
          value={values.paysWellFromMinor}
          onChange={(minor) => form.setFieldValue('paysWellFromMinor', minor ?? 0)}
        />
        <Button
          variant="default"
          loading={suggest.isPending}
          onClick={() =>
            suggest.mutate(undefined, {
              onSuccess: (reply) => reply.thresholds && form.setValues(toValues(reply.thresholds)),
            })
          }
        >
          {t('insights:rfm.suggest')}
        </Button>
        <Preview dashboard={dashboard} thresholds={isValid(settled) ? settled : null} />
      </FormBody>
    </Dialog>
  );
}

function Preview({ dashboard, thresholds }: { dashboard: RfmDashboard; thresholds: RfmThresholds | null }) {
  const t = useTexts();
  const format = useFormat();
  const { data } = useRfmPreview(dashboard.id, thresholds);
  if (!thresholds || !data) return null;
  const changed = data.groups.filter(({ before, after }) => before !== after);
  return (
    <div role="status">
      <Text fw={550} mb="xs">
        {data.moved === 0 ? t('insights:rfm.no_change') : t('insights:rfm.would_move', { count: data.moved })}
      </Text>
      {changed.length > 0 && (
        <FigureTable>
          <thead>
            <tr>
              <th scope="col">{t('insights:rfm.column.group')}</th>
              <th scope="col" data-numeric>
                {t('insights:rfm.now')}
              </th>
              <th scope="col" data-numeric>
                {t('insights:rfm.then')}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ group, before, after }) => (
              <tr key={group}>
                <th scope="row">{t(`insights:rfm.group.${group}`)}</th>
                <td data-numeric>{format.number(before)}</td>
                <td data-numeric>{format.number(after)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </div>
  );
}
