import { Button, Card, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LANGUAGES } from '#contract/languages.ts';
import type { ReviewWidget, ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import { MAP_SERVICES, type MapService, VISIT_SWITCHES } from '#contract/reviews/values.ts';
import { fieldReasons, isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { fieldText, problemText } from '#web/lib/api/problem-text.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { HintFields } from './HintFields.tsx';
import { ReviewTemplates } from './ReviewTemplates.tsx';
import classes from './reviews.module.css';
import { useDeleteReviewWidget, useSaveReviewWidget } from './use-reviews.ts';

export type TypedWidget = Pick<ReviewWidget, 'name' | 'branchId' | 'isOn' | 'settings'> & { baseVersion: number };

type Props = {
  saved: ReviewWidget;
  typed: TypedWidget;
  isChanged: boolean;
  /** Null takes back what was typed. */
  onChange: (typed: TypedWidget | null) => void;
};

/** The page asks then whose settings remain. */
const OVERTAKEN = 'review_widget.changed_meanwhile';
const RATINGS = [2, 3, 4, 5] as const;
const LONGEST_FOOTER = 300;

/** Every setting of a review page. */
export function ReviewSettingsForm({ saved, typed, isChanged, onChange }: Props) {
  const t = useTexts();
  const save = useSaveReviewWidget();
  const remove = useDeleteReviewWidget();
  const { settings } = typed;
  const change = (part: Partial<ReviewWidgetSettings>) => onChange({ ...typed, settings: { ...settings, ...part } });
  const reasons = fieldReasons(save.error);
  const errorOf = (path: string) => reasons[path]?.[0] && fieldText(reasons[path][0], t);

  function submit(): void {
    if (save.isPending) return;
    const { name, branchId, isOn, baseVersion } = typed;
    save.mutate(
      { name, branchId, isOn, settings, baseVersion },
      {
        onSuccess: () => {
          onChange(null);
          toast.success({ title: t('reviews:settings.saved') });
        },
        onError: (error) => isRefused(error, OVERTAKEN) || toast.error({ title: problemText(error, t) }),
      },
    );
  }
  useShortcut('save', submit);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        <Switch
          label={t('reviews:settings.is_on')}
          description={t('reviews:settings.is_on_help')}
          checked={typed.isOn}
          onChange={({ currentTarget }) => onChange({ ...typed, isOn: currentTarget.checked })}
        />
        <Part title={t('reviews:settings.page')}>
          <TextInput
            label={t('reviews:settings.name')}
            maxLength={80}
            value={typed.name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => onChange({ ...typed, name: currentTarget.value })}
          />
          {saved.link ? (
            <CopyField
              label={t('reviews:settings.link')}
              description={t('reviews:settings.link_help')}
              value={saved.link}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('reviews:settings.link_later')}
            </Text>
          )}
          <Select
            label={t('reviews:settings.language')}
            allowDeselect={false}
            value={settings.language ?? ''}
            data={[
              { value: '', label: t('reviews:settings.language_own') },
              ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
            ]}
            onChange={(value) => change({ language: wordIn(LANGUAGES, value) ?? null })}
          />
          <Textarea
            label={t('reviews:settings.footer')}
            autosize
            minRows={2}
            maxLength={LONGEST_FOOTER}
            value={settings.footerText}
            onChange={({ currentTarget }) => change({ footerText: currentTarget.value })}
          />
        </Part>
        <MapsPart settings={settings} errorOf={errorOf} onChange={change} />
        <AlertsPart settings={settings} errorOf={errorOf} onChange={change} />
        <QuestionsPart settings={settings} onChange={change} />
        <VisitPart settings={settings} onChange={change} />
        {(isChanged || saved.id === null) && (
          <FormActions>
            <Button type="submit" loading={save.isPending}>
              {t('reviews:settings.save')}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={() => onChange(null)}>
                {t('reviews:settings.discard')}
              </Button>
            )}
          </FormActions>
        )}
        {saved.id !== null && saved.branchId !== null && (
          <div>
            <Button variant="subtle" color="bad" loading={remove.isPending} onClick={deleteOwn}>
              {t('reviews:settings.delete')}
            </Button>
          </div>
        )}
      </div>
    </form>
  );

  /** Contacts of the branch get the page of all branches; undone by saving it again. */
  function deleteOwn(): void {
    if (saved.id === null) return;
    const { name, branchId, isOn } = saved;
    remove.mutate(saved.id, {
      onSuccess: () =>
        toast.undo({ title: t('reviews:settings.deleted') }, () =>
          save.mutate({ name, branchId, isOn, settings: saved.settings, baseVersion: 0 }),
        ),
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  }
}

type PartProps = {
  settings: ReviewWidgetSettings;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<ReviewWidgetSettings>) => void;
};

/** The maps, and the contacts to whom the page offers them. */
function MapsPart({ settings, errorOf, onChange }: PartProps) {
  const t = useTexts();
  return (
    <Part title={t('reviews:settings.maps')}>
      <Switch
        label={t('reviews:settings.open_mode')}
        description={t('reviews:settings.open_mode_help')}
        checked={settings.mode === 'open'}
        onChange={({ currentTarget }) => onChange({ mode: currentTarget.checked ? 'open' : 'classic' })}
      />
      <Select
        label={t('reviews:settings.minimal')}
        description={t('reviews:settings.minimal_help')}
        allowDeselect={false}
        value={String(settings.minimalMapsRating)}
        data={RATINGS.map((stars) => ({
          value: String(stars),
          label: t('reviews:settings.from', { count: stars }),
        }))}
        onChange={(value) => onChange({ minimalMapsRating: RATINGS.find((one) => String(one) === value) ?? 4 })}
      />
      {MAP_SERVICES.map((service) => (
        <MapField key={service} service={service} settings={settings} errorOf={errorOf} onChange={onChange} />
      ))}
    </Part>
  );
}

/** Recipients of alerts about bad reviews, and the phone for contacts. */
function AlertsPart({ settings, errorOf, onChange }: PartProps) {
  const t = useTexts();
  return (
    <Part title={t('reviews:settings.alerts')}>
      <TextInput
        type="tel"
        label={t('reviews:settings.notify_phone')}
        description={t('reviews:settings.notify_phone_help')}
        value={settings.notifyPhone ?? ''}
        error={errorOf('settings.notifyPhone')}
        onChange={({ currentTarget }) => onChange({ notifyPhone: currentTarget.value || null })}
      />
      <TextInput
        type="email"
        label={t('reviews:settings.notify_email')}
        value={settings.notifyEmail ?? ''}
        error={errorOf('settings.notifyEmail')}
        onChange={({ currentTarget }) => onChange({ notifyEmail: currentTarget.value || null })}
      />
      <TextInput
        type="tel"
        label={t('reviews:settings.answer_phone')}
        description={t('reviews:settings.answer_phone_help')}
        value={settings.answerPhone ?? ''}
        error={errorOf('settings.answerPhone')}
        onChange={({ currentTarget }) => onChange({ answerPhone: currentTarget.value || null })}
      />
      <ReviewTemplates settings={settings} onChange={onChange} />
    </Part>
  );
}

/** The questions of the page. */
function QuestionsPart({ settings, onChange }: Omit<PartProps, 'errorOf'>) {
  const t = useTexts();
  return (
    <Part title={t('reviews:settings.questions')}>
      <HintFields hints={settings.hints} onChange={(hints) => onChange({ hints })} />
      <Switch
        label={t('reviews:settings.comes_again')}
        checked={settings.hasComesAgain}
        onChange={({ currentTarget }) => onChange({ hasComesAgain: currentTarget.checked })}
      />
      <Switch
        label={t('reviews:settings.takes_photo')}
        checked={settings.takesPhoto}
        onChange={({ currentTarget }) => onChange({ takesPhoto: currentTarget.checked })}
      />
    </Part>
  );
}

const VISIT_PAGE = '/widgets/confirm/settings';

/** Switches of the page of a visit, for clients of these branches. */
function VisitPart({ settings: { visit }, onChange }: Omit<PartProps, 'errorOf'>) {
  const t = useTexts();
  const canOpen = useCanOpen();
  return (
    <Part title={t('reviews:settings.visit')}>
      {VISIT_SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(`reviews:settings.visit_switch.${name}`)}
          description={t(`reviews:settings.visit_switch_help.${name}`)}
          checked={visit[name]}
          onChange={({ currentTarget }) => onChange({ visit: { ...visit, [name]: currentTarget.checked } })}
        />
      ))}
      {canOpen(VISIT_PAGE) && (
        <Text size="sm">
          {t('reviews:settings.visit_help')} <Link to={VISIT_PAGE}>{t('reviews:settings.visit_open')}</Link>
        </Text>
      )}
    </Part>
  );
}

type MapProps = PartProps & { service: MapService };

/** The address of a place on one map; empty: the map is not offered. */
function MapField({ service, settings: { maps }, errorOf, onChange }: MapProps) {
  const t = useTexts();
  const index = maps.findIndex((map) => map.service === service);
  return (
    <TextInput
      label={t(`reviews:map.${service}`)}
      description={t(`reviews:settings.map_help.${service}`)}
      placeholder="https://"
      inputMode="url"
      value={maps[index]?.url ?? ''}
      error={index >= 0 && errorOf(`settings.maps.${index}.url`)}
      onChange={({ currentTarget: { value } }) => {
        const others = maps.filter((map) => map.service !== service);
        const all = value.trim() === '' ? others : [...others, { service, url: value }];
        onChange({ maps: MAP_SERVICES.flatMap((one) => all.find((map) => map.service === one) ?? []) });
      }}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </Card>
  );
}
