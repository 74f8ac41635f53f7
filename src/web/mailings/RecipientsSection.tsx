import { NativeSelect, Radio, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { AUDIENCE_FIELDS } from '#contract/audiences-values.ts';
import type { Mailing, MailingAudience } from '#contract/mailings.ts';
import { MOST_CONTROL_PERCENT } from '#contract/mailings-values.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { SegmentChoice } from './SegmentChoice.tsx';
import type { FlowConditions } from '#contract/audiences.ts';
import { ListChoice } from './ListChoice.tsx';
import { MailingChoice } from './MailingChoice.tsx';
import type { MailingForm } from './mailing-form.ts';
import classes from './mailings.module.css';

const ConditionsField = lazy(async () => ({
  default: (await import('#web/audiences/ConditionsField.tsx')).ConditionsField,
}));

const WAYS = ['all', 'conditions', 'segment', 'list', 'mailing'] as const;
type Way = (typeof WAYS)[number];

const SWITCHES = ['subscribedCustomers', 'ignoreClientsWithNoDialogue', 'skipOpenConversations'] as const;
const CONTROL_SHARES = [0, 5, 10, 20, 30, 40, MOST_CONTROL_PERCENT];
const ALL_CONTACTS: MailingAudience = { type: 'conditions', conditions: { match: 'all', groups: [] } };

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
  const choose = (next: Way) => {
    setWay(next);
    if (next === 'all') form.change({ audience: ALL_CONTACTS });
    else if (next === 'conditions' && (audience.type !== 'conditions' || segmentOf(audience)))
      form.change({ audience: ALL_CONTACTS });
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
          onChange={(segmentId) => setAudience({ type: 'conditions', conditions: inSegment(segmentId) })}
        />
      )}
      {way === 'list' && (
        <ListChoice
          importId={audience.type === 'list' ? audience.importId : null}
          error={form.errorOf('settings.audience.importId')}
          onChange={(importId) => setAudience({ type: 'list', importId })}
        />
      )}
      {way === 'mailing' && (
        <MailingChoice
          mailingId={mailing.id}
          audience={audience.type === 'mailing' ? audience : null}
          onChange={setAudience}
        />
      )}
    </Stack>
  );
}

function wayOf(audience: MailingAudience): Way {
  if (audience.type !== 'conditions') return audience.type;
  if (segmentOf(audience)) return 'segment';
  return audience.conditions.groups.length > 0 ? 'conditions' : 'all';
}

/** The conditions of being in one saved segment. */
function inSegment(segmentId: string): FlowConditions {
  return {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'segment', isNot: false, values: [segmentId] }] }],
  };
}

/** The segment, where being in one is the only condition. */
function segmentOf(audience: MailingAudience): string | null {
  if (audience.type !== 'conditions') return null;
  const [group, ...others] = audience.conditions.groups;
  const [only, ...more] = group?.conditions ?? [];
  if (others.length > 0 || more.length > 0 || only?.field !== 'segment' || only.isNot) return null;
  return only.values.length === 1 ? (only.values[0] ?? null) : null;
}
