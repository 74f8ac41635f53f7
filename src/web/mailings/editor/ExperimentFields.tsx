import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { MailingExperiment } from '#contract/mailings/calls.ts';
import { MAX_VARIANTS } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LanguageTexts } from '#web/texts/editor/LanguageTexts.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { MailingForm } from './mailing-form.ts';
import { MAILING_VARIABLES } from '#contract/mailings/values.ts';
import classes from '#web/mailings/mailings.module.css';

const METRICS = ['replies', 'visits'] as const;
const OTHERWISE = ['send_best', 'stop'] as const;
/** The mailing's own text is A. */
const LETTERS = ['B', 'C'] as const;

/** The texts beside the mailing's own, the share they are tried on, and how the best is found. */
export function ExperimentFields({ form, experiment }: { form: MailingForm; experiment: MailingExperiment }) {
  const t = useTexts();
  const { variants } = experiment;
  const set = (change: Partial<MailingExperiment>) => form.change({ experiment: { ...experiment, ...change } });
  return (
    <Stack>
      {variants.map((texts, index) => {
        const name = t('mailings:ab.variant', { letter: LETTERS[index] ?? '' });
        return (
          <div key={index} className={classes.variant}>
            <Group justify="space-between" wrap="nowrap">
              <Text fw={550}>{name}</Text>
              {variants.length > 1 && (
                <ActionIcon
                  aria-label={t('mailings:ab.remove', { name })}
                  variant="subtle"
                  color="gray"
                  onClick={() => set({ variants: variants.toSpliced(index, 1) })}
                >
                  <IconX size={18} />
                </ActionIcon>
              )}
            </Group>
            <LanguageTexts
              label={name}
              texts={texts}
              shown="default"
              offered={MAILING_VARIABLES}
              errorOf={(language) => form.errorOf(`settings.experiment.variants.${index}.${language}`)}
              onChange={(next) => set({ variants: variants.with(index, next) })}
            />
          </div>
        );
      })}
      {variants.length < MAX_VARIANTS - 1 && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => set({ variants: [...variants, { default: form.settings.content.texts.default }] })}
          >
            {t('mailings:ab.add')}
          </Button>
        </div>
      )}
      <Group grow align="flex-start">
        <NumberField
          label={t('mailings:ab.share')}
          description={t('mailings:ab.share_help')}
          value={experiment.sharePercent}
          min={5}
          max={50}
          error={form.errorOf('settings.experiment.sharePercent')}
          onChange={(sharePercent) => set({ sharePercent })}
        />
        <NumberField
          label={t('mailings:ab.hours')}
          description={t('mailings:ab.hours_help')}
          value={experiment.decideAfterHours}
          min={1}
          max={168}
          error={form.errorOf('settings.experiment.decideAfterHours')}
          onChange={(decideAfterHours) => set({ decideAfterHours })}
        />
      </Group>
      <div>
        <Text size="sm" fw={550} mb={6}>
          {t('mailings:ab.metric_label')}
        </Text>
        <ChoiceBar
          label={t('mailings:ab.metric_label')}
          value={experiment.metric}
          options={METRICS.map((value) => ({ value, label: t(`mailings:ab.metric.${value}`) }))}
          onChange={(metric) => set({ metric })}
        />
      </div>
      <div>
        <Text size="sm" fw={550} mb={6}>
          {t('mailings:ab.otherwise_label')}
        </Text>
        <ChoiceBar
          label={t('mailings:ab.otherwise_label')}
          value={experiment.otherwise}
          options={OTHERWISE.map((value) => ({ value, label: t(`mailings:ab.otherwise.${value}`) }))}
          onChange={(otherwise) => set({ otherwise })}
        />
      </div>
    </Stack>
  );
}
