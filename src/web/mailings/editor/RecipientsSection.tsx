import { NativeSelect, Radio, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { AUDIENCE_FIELDS } from '#contract/audiences/values.ts';
import type { Mailing, MailingAudience } from '#contract/mailings/calls.ts';
import { MAX_CONTROL_PERCENT } from '#contract/mailings/values.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SegmentChoice } from './SegmentChoice.tsx';
import { audienceOf, isUnchosen, segmentOf, WAYS, type Way, wayOf } from './audience-ways.ts';
import { ListChoice } from './ListChoice.tsx';
import { MailingChoice } from './MailingChoice.tsx';
import type { MailingForm } from './mailing-form.ts';
import classes from '#web/mailings/mailings.module.css';

const ConditionsField = lazy(async () => ({
  default: (await import('#web/audiences/ConditionsField.tsx')).ConditionsField,
}));

const SWITCHES = ['subscribedCustomers', 'ignoreClientsWithNoDialogue', 'skipOpenConversations'] as const;
const CONTROL_SHARES = [0, 5, 10, 20, 30, 40, MAX_CONTROL_PERCENT];

type Props = { form: MailingForm; mailing: Mailing };

/** The audience: the way it is chosen, who of it is left out, and the control group. */
export function RecipientsSection({ form, mailing }: Props) {
  const t = useTexts();
  const { settings, isStarted } = form;
  const { controlPercent } = settings;
  const shares = CONTROL_SHARES.includes(controlPercent) ? CONTROL_SHARES : [...CONTROL_SHARES, controlPercent];
  return (
    <Stack gap="lg">
      {isStarted && <Text c="dimmed">{t('mailings:who.fixed')}</Text>}
      <fieldset className={classes.plain} disabled={isStarted}>
        <Stack gap="lg">
          <AudienceField form={form} mailing={mailing} />
          <div className={classes.block}>
            <Title order={2} size="h3">
              {t('mailings:who.leave_out')}
            </Title>
            {SWITCHES.map((name) => (
              <Switch
                key={name}
                label={t(`mailings:who.${name}`)}
                description={t(`mailings:who.${name}_help`)}
                checked={settings[name]}
                onChange={({ currentTarget }) => form.change({ [name]: currentTarget.checked })}
              />
            ))}
            <Text size="sm" c="dimmed">
              {t('mailings:who.always_out')}
            </Text>
          </div>
          <div className={classes.block}>
            <NativeSelect
              label={t('mailings:who.control')}
              description={t('mailings:who.control_help')}
              value={String(controlPercent)}
              data={shares.map((share) => ({
                value: String(share),
                label: share === 0 ? t('mailings:who.control_none') : t('mailings:who.control_share', { share }),
              }))}
              onChange={({ currentTarget }) => form.change({ controlPercent: Number(currentTarget.value) })}
            />
          </div>
        </Stack>
      </fieldset>
    </Stack>
  );
}

function AudienceField({ form, mailing }: Props) {
  const t = useTexts();
  const choices = useConditionChoices();
  const { audience } = form.settings;
  const [way, setWay] = useState<Way>(() => wayOf(audience));
  const [former, setFormer] = useState<Partial<Record<Way, MailingAudience>>>({});
  const choose = (next: Way) => {
    setFormer({ ...former, [way]: audience });
    setWay(next);
    form.change({ audience: former[next] ?? audienceOf(next) });
  };
  const setAudience = (next: MailingAudience) => form.change({ audience: next });
  return (
    <Stack>
      <Radio.Group
        label={t('mailings:who.question')}
        value={way}
        onChange={(value) => choose(WAYS.find((one) => one === value) ?? 'all')}
      >
        <div className={classes.ways}>
          {WAYS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`mailings:who.way.${one}`)}
              description={t(`mailings:who.way_help.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {way === 'conditions' && audience.type === 'conditions' && (
        <Suspense fallback={<Skeleton height={160} />}>
          <ConditionsField
            conditions={audience.conditions}
            path="settings.audience.conditions"
            offered={AUDIENCE_FIELDS}
            choices={choices}
            emptyText={t('mailings:who.no_conditions')}
            errorOf={form.errorOf}
            onChange={(conditions) => setAudience({ type: 'conditions', conditions })}
          />
        </Suspense>
      )}
      {way === 'segment' && (
        <SegmentChoice
          segmentId={segmentOf(audience)}
          error={form.errorOf('settings.audience.conditions.groups.0.conditions.0.values')}
          onChange={(segmentId) => setAudience(audienceOf('segment', segmentId))}
        />
      )}
      {way === 'list' && (
        <ListChoice
          importId={audience.type === 'list' && !isUnchosen(audience) ? audience.importId : null}
          error={form.errorOf('settings.audience.importId')}
          onChange={(importId) => setAudience({ type: 'list', importId })}
        />
      )}
      {way === 'mailing' && (
        <MailingChoice
          mailingId={mailing.id}
          audience={audience.type === 'mailing' ? audience : null}
          error={form.errorOf('settings.audience.mailingId')}
          onChange={setAudience}
        />
      )}
    </Stack>
  );
}
