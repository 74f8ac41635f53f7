import { Alert, Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Segment, SegmentKind } from '#contract/audiences/segments.ts';
import { AUDIENCE_FIELDS, LONGEST_SEGMENT_TITLE, SEGMENT_KINDS } from '#contract/audiences/values.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ConditionsField } from '#web/audiences/ConditionsField.tsx';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { LiveAudience } from './LiveAudience.tsx';
import classes from './segments.module.css';
import { type TypedSegment, useCreateSegment, useSaveSegment } from './use-segments.ts';

const EMPTY: TypedSegment = { title: '', conditions: { match: 'all', groups: [] } };

const schema = async () => {
  const { createSegment } = await import('#contract/audiences/segments.ts');
  return createSegment.body;
};

type Props = {
  /** Null: a new one. */
  segment: Segment | null;
  /** Remounts the form with what is saved. */
  onRenew: () => void;
};

/** Title and conditions of a segment, with its count while they are edited. */
export function SegmentForm({ segment, onRenew }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const choices = useConditionChoices();
  const create = useCreateSegment();
  const [kind, setKind] = useState<SegmentKind>('current');
  const save = useSaveSegment(segment?.id ?? ('' as Segment['id'])); // NOTE: only called for a stored segment
  const { editor, overtaken } = useVersionedForm<TypedSegment>({
    schema,
    saved: segment ? { title: segment.title, conditions: segment.conditions } : EMPTY,
    version: segment?.version ?? 0,
    draftName: `segment.${segment?.id ?? 'new'}`,
    isSame: (typed, saved) => JSON.stringify(typed) === JSON.stringify(saved),
    onRenew,
    submit: async (values, baseVersion) => {
      if (segment) {
        const saved = await save.mutateAsync({ ...values, baseVersion });
        toast.success({ title: t('segments:saved') });
        return saved;
      }
      const created = await create.mutateAsync({ ...values, kind });
      void navigate({ to: '/segments/$segmentId', params: { segmentId: created.id }, replace: true });
      return { version: 0 };
    },
  });
  const { form, field } = editor;
  const { conditions } = form.getValues();
  const isFrozen = segment?.kind === 'frozen';
  const errorOf = (path: string) => {
    const error = form.errors[path];
    return typeof error === 'string' ? fieldText(error, t) : undefined;
  };
  return (
    <div className={classes.columns}>
      <FormBody form={editor} submit={segment ? t('segments:save') : t('segments:create')}>
        {overtaken && <OvertakenAlert title={t('segments:overtaken')} overtaking={overtaken} />}
        <TextInput label={t('segments:name')} maxLength={LONGEST_SEGMENT_TITLE} {...field('title')} />
        {isFrozen ? (
          <Alert color="gray">{t('segments:frozen_note')}</Alert>
        ) : (
          <ConditionsField
            conditions={conditions}
            path="conditions"
            offered={AUDIENCE_FIELDS}
            choices={choices}
            emptyText={t('sentences:segment_all')}
            errorOf={errorOf}
            onChange={(next) => form.setFieldValue('conditions', next)}
          />
        )}
        {!segment && (
          <Radio.Group
            label={t('segments:kind_label')}
            value={kind}
            onChange={(value) => setKind(wordIn(SEGMENT_KINDS, value) ?? 'current')}
          >
            <Stack gap="xs" mt="xs">
              {SEGMENT_KINDS.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`segments:kind.${one}`)}
                  description={t(`segments:kind_help.${one}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </FormBody>
      <LiveAudience conditions={conditions} segmentId={isFrozen ? undefined : segment?.id} choices={choices} />
    </div>
  );
}
