import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Announcement } from '#contract/announcements/calls.ts';
import { BRAND_KEYS, type BrandKey, BRANDS } from '#contract/brands/brands.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/primitives.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { MomentField } from '#web/lib/forms/MomentField.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Paragraphs } from './Paragraphs.tsx';
import { type AnnouncementDraft, useSaveAnnouncement } from './use-announcements.ts';

/** Brands whose pages show announcements. */
const SHOWING = BRAND_KEYS.filter((key) => BRANDS[key].features.news);

type Words = { title: string; body: string };

/** Null: a new one. */
type Props = { announcement: Announcement | null; onClose: () => void };

/** Writes an announcement: its text in up to four languages, brands, time, and whether it is published. */
export function AnnouncementDialog({ announcement, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const save = useSaveAnnouncement(announcement?.id);
  const [texts, setTexts] = useState<Partial<Record<Language, Words>>>(announcement?.texts ?? {});
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  const [brands, setBrands] = useState<BrandKey[]>(announcement?.brands ?? [...SHOWING]);
  const [shownFrom, setShownFrom] = useState(() => announcement?.shownFrom ?? thisMinute());
  const [shownUntil, setShownUntil] = useState(announcement?.shownUntil ?? null);
  const [isPublished, setPublished] = useState(announcement?.isPublished ?? false);
  const { title, body } = texts[language] ?? { title: '', body: '' };
  const write = (change: Partial<Words>) => setTexts({ ...texts, [language]: { title, body, ...change } });
  const written = writtenOf(texts);
  const halves = LANGUAGES.filter((one) => isHalf(texts[one]));
  const isOver = shownUntil !== null && Date.parse(shownUntil) <= Date.parse(shownFrom);
  const canSave = Object.keys(written).length > 0 && halves.length === 0 && brands.length > 0 && !isOver;
  const draft: AnnouncementDraft = { isPublished, brands, texts: written, shownFrom, shownUntil };
  const submit = () =>
    save.mutate(draft, {
      onSuccess: () => {
        toast.success({ title: t('announcements:saved') });
        onClose();
      },
      onError: (error) => toast.error({ title: t('announcements:failed'), description: problemText(error, t) }),
    });
  return (
    <Dialog title={t(announcement ? 'announcements:edit' : 'announcements:add')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) submit();
        }}
      >
        <Stack gap="md">
          <ChoiceBar
            label={t('announcements:field.languages')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={setLanguage}
          />
          <TextInput
            label={t('announcements:field.title')}
            maxLength={120}
            value={title}
            onChange={({ currentTarget }) => write({ title: currentTarget.value })}
          />
          <Textarea
            label={t('announcements:field.body')}
            description={t('announcements:body_help')}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={4000}
            value={body}
            onChange={({ currentTarget }) => write({ body: currentTarget.value })}
          />
          {halves.length > 0 && (
            <Text size="sm" c="bad" role="alert">
              {t('announcements:half', { languages: halves.map((one) => LANGUAGE_NAMES[one]).join(', ') })}
            </Text>
          )}
          {body.trim() !== '' && (
            <section aria-label={t('announcements:preview')}>
              <Text size="sm" c="dimmed">
                {t('announcements:preview')}
              </Text>
              <Text fw={600}>{title}</Text>
              <Paragraphs body={body} />
            </section>
          )}
          <Text size="sm" c="dimmed">
            {t('announcements:fallback')}
          </Text>
          <ManySelect<BrandKey>
            label={t('announcements:field.brands')}
            placeholder={t('announcements:brands_none')}
            data={SHOWING.map((value) => ({ value, label: BRANDS[value].productName }))}
            value={brands}
            onChange={setBrands}
          />
          <MomentField
            label={t('announcements:field.from')}
            value={shownFrom}
            usualTime="10:00"
            firstDay="2020-01-01"
            onChange={(value) => value && setShownFrom(value)}
          />
          <MomentField
            label={t('announcements:field.until')}
            description={t('announcements:until_help')}
            value={shownUntil}
            usualTime="23:59"
            firstDay={format.dayKey(shownFrom, format.homeZone)}
            error={isOver ? t('announcements:ends_early') : undefined}
            onChange={setShownUntil}
          />
          <Checkbox
            label={t('announcements:publish')}
            description={t('announcements:publish_help')}
            checked={isPublished}
            onChange={({ currentTarget }) => setPublished(currentTarget.checked)}
          />
        </Stack>
        <FormActions isDialog>
          <Button type="submit" loading={save.isPending} disabled={!canSave}>
            {t('announcements:save')}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

const isHalf = (words: Words | undefined) =>
  words !== undefined && (words.title.trim() === '') !== (words.body.trim() === '');

const MINUTE_MS = 60_000;

/** The begin of this minute: what is published without a time is shown at once. */
const thisMinute = () => new Date(Math.floor(productNow() / MINUTE_MS) * MINUTE_MS).toISOString();

/** The languages that have a whole text. */
function writtenOf(texts: Partial<Record<Language, Words>>): Partial<Record<Language, Words>> {
  const whole = LANGUAGES.flatMap((language) => {
    const words = texts[language];
    return words && words.title.trim() && words.body.trim() ? [[language, words] as const] : [];
  });
  return Object.fromEntries(whole);
}
