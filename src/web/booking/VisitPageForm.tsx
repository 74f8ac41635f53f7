import { Alert, Button, Card, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { getVisitPage, VisitPageSettings } from '#contract/booking/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { useShortcut } from '#web/ui/shortcuts.ts';
import classes from './booking.module.css';
import { readCoordinates } from './coordinates.ts';
import { useSaveVisitPage, type VisitPageDraft } from './use-visit-page.ts';

/** The settings, and coordinates of branches as they are typed. */
export type TypedVisitPage = { settings: VisitPageSettings; places: ReadonlyMap<BranchId, string> };

type Props = {
  branches: ReplyOf<typeof getVisitPage>['branches'];
  typed: TypedVisitPage;
  draft: VisitPageDraft;
  isChanged: boolean;
  isOwner: boolean;
  /** Null takes back what was typed. */
  onChange: (typed: TypedVisitPage | null) => void;
};

const SHOWN = ['showsMap', 'showsCalendar'] as const;
const REVIEW_PAGE = '/widgets/review';
const LONGEST_NOTE = 300;

/** The switches of the page of a visit, its note, and the branches on maps. */
export function VisitPageForm({ branches, typed, draft, isChanged, isOwner, onChange }: Props) {
  const t = useTexts();
  const save = useSaveVisitPage();
  const canOpen = useCanOpen();
  const { settings, places } = typed;
  const isWrong = [...places.values()].some((text) => readCoordinates(text) === undefined);
  const change = (part: Partial<VisitPageSettings>) => onChange({ places, settings: { ...settings, ...part } });
  const submit = () => {
    if (isChanged && !isWrong && !save.isPending) save.mutate(draft, { onSuccess: () => onChange(null) });
  };
  useShortcut('save', submit);
  const toggle = (name: 'mayMove' | (typeof SHOWN)[number]) => (
    <Switch
      key={name}
      label={t(`booking:visit.switch.${name}`)}
      description={t(`booking:visit.switch_help.${name}`)}
      checked={settings[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={classes.fields} disabled={!isOwner}>
        {!isOwner && (
          <Alert color="gray" icon={<IconInfoCircle size={20} />}>
            {t('booking:owner_only')}
          </Alert>
        )}
        <Switch
          label={t('booking:visit.is_on')}
          description={t('booking:visit.is_on_help')}
          checked={settings.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
        <Part title={t('booking:visit.answers')}>{toggle('mayMove')}</Part>
        <Part title={t('booking:visit.shown')}>
          {SHOWN.map(toggle)}
          {canOpen(REVIEW_PAGE) && (
            <Text size="sm">
              {t('booking:visit.of_branches')} <Link to={REVIEW_PAGE}>{t('booking:visit.of_branches_open')}</Link>
            </Text>
          )}
          <Textarea
            label={t('booking:visit.note')}
            description={t('booking:visit.note_help')}
            autosize
            minRows={2}
            maxLength={LONGEST_NOTE}
            value={settings.note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        </Part>
        {branches.length > 0 && (
          <Part title={t('booking:visit.places')}>
            <Text size="sm" c="dimmed">
              {t('booking:visit.places_help')}
            </Text>
            {branches.map(({ branchId, title, address }) => {
              const text = places.get(branchId) ?? '';
              return (
                <TextInput
                  key={branchId}
                  label={title}
                  description={address}
                  placeholder="55.7558, 37.6173"
                  inputMode="text"
                  autoComplete="off"
                  value={text}
                  error={readCoordinates(text) === undefined && t('booking:visit.place_wrong')}
                  onChange={({ currentTarget }) =>
                    onChange({ settings, places: new Map([...places, [branchId, currentTarget.value]]) })
                  }
                />
              );
            })}
          </Part>
        )}
      </fieldset>
      {isChanged && (
        <div className={classes.saving}>
          <FormActions>
            <Button type="submit" loading={save.isPending}>
              {t('booking:save')}
            </Button>
            <Button variant="default" onClick={() => onChange(null)}>
              {t('booking:discard')}
            </Button>
          </FormActions>
        </div>
      )}
    </form>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </Card>
  );
}
