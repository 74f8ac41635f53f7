import { Alert, Button, Card, NativeSelect, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { OrderedSender, ContactPolicy } from '#contract/policy/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { RichText } from '#web/lib/format/rich-text.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { HOURS } from './hours.ts';
import { InlineNumber } from './InlineNumber.tsx';
import classes from './policy.module.css';
import { PolicyEffect } from './PolicyEffect.tsx';
import { PolicyOrder } from './PolicyOrder.tsx';
import { useSavePolicy } from './use-policy.ts';

type Props = {
  saved: ContactPolicy;
  draft: ContactPolicy;
  order: readonly OrderedSender[];
  isOwner: boolean;
  onChange: (draft: ContactPolicy | null) => void;
  onSaved: () => void;
};

/** The policy in sentences; what it would change is said before it is saved. */
export function PolicyForm({ saved, draft, order, isOwner, onChange, onSaved }: Props) {
  const t = useTexts();
  const save = useSavePolicy();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const change = (part: Partial<ContactPolicy>) => onChange({ ...draft, ...part });

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save.mutate(draft, { onSuccess: onSaved });
      }}
    >
      <fieldset className={classes.fields} disabled={!isOwner}>
        {!isOwner && (
          <Alert color="gray" icon={<IconInfoCircle size={20} />}>
            {t('policy:owner_only')}
          </Alert>
        )}
        <QuietHours draft={draft} onChange={change} />
        <Budget draft={draft} onChange={change} />
        <PolicyOrder
          senders={order}
          policy={draft}
          isOwner={isOwner}
          onChange={(senderOrder) => change({ senderOrder })}
        />
      </fieldset>
      {isChanged && (
        <div className={classes.saving}>
          <PolicyEffect policy={draft} />
          <FormActions>
            <Button type="submit" loading={save.isPending}>
              {t('policy:save')}
            </Button>
            <Button variant="default" onClick={() => onChange(null)}>
              {t('policy:discard')}
            </Button>
          </FormActions>
        </div>
      )}
    </form>
  );
}

type PartProps = { draft: ContactPolicy; onChange: (part: Partial<ContactPolicy>) => void };

function QuietHours({ draft, onChange }: PartProps) {
  const t = useTexts();
  const isOff = draft.quietFromHour === draft.quietToHour;
  return (
    <Card component="section" aria-label={t('policy:quiet.title')}>
      <Title order={2}>{t('policy:quiet.title')}</Title>
      <div className={classes.sentence}>
        <RichText
          text="policy:quiet.sentence"
          tags={{
            from: (
              <Hour
                label={t('policy:quiet.from')}
                value={draft.quietFromHour}
                onChange={(quietFromHour) => onChange({ quietFromHour })}
              />
            ),
            to: (
              <Hour
                label={t('policy:quiet.to')}
                value={draft.quietToHour}
                onChange={(quietToHour) => onChange({ quietToHour })}
              />
            ),
          }}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t(isOff ? 'policy:quiet.off' : 'policy:quiet.help')}
      </Text>
    </Card>
  );
}

function Hour({ label, value, onChange }: { label: string; value: number; onChange: (hour: number) => void }) {
  return (
    <NativeSelect
      aria-label={label}
      className={classes.hour}
      data={HOURS}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}

function Budget({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { marketingLimit, marketingDays } = draft;
  const words = {
    messages: t('policy:budget.messages', { count: marketingLimit }),
    days: t('policy:budget.days', { count: marketingDays }),
  };
  return (
    <Card component="section" aria-label={t('policy:budget.title')}>
      <Title order={2}>{t('policy:budget.title')}</Title>
      <div className={classes.sentence}>
        <RichText
          text="policy:budget.sentence"
          values={words}
          tags={{
            limit: (
              <InlineNumber
                label={t('policy:budget.limit_label')}
                value={marketingLimit}
                min={0}
                max={100}
                onChange={(limit) => onChange({ marketingLimit: limit })}
              />
            ),
            span: (
              <InlineNumber
                label={t('policy:budget.days_label')}
                value={marketingDays}
                min={1}
                max={365}
                onChange={(days) => onChange({ marketingDays: days })}
              />
            ),
          }}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t(marketingLimit === 0 ? 'policy:budget.none' : 'policy:budget.help')}
      </Text>
    </Card>
  );
}
