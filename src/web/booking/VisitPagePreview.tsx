import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { VisitPageView } from '#contract/booking/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES, LOCALE_TAGS } from '#web/lib/format/language.ts';
import { ClientSwitch } from '#web/ui/layout/ClientSwitch.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { PagePhone } from '#web/ui/preview/PagePhone.tsx';
import classes from './booking.module.css';
import { useVisitPagePreview, type VisitPageDraft } from './use-visit-page.ts';

/** The page of the next visits as the client sees it, one after another and in any language. */
export function VisitPagePreview({ draft }: { draft: VisitPageDraft }) {
  const t = useTexts();
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const [index, setIndex] = useState(0);
  const preview = useVisitPagePreview(draft, language);
  if (preview.isPending) return <Skeleton height={520} />;
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const pages = preview.data?.pages ?? [];
  const shown = pages[index % Math.max(1, pages.length)];
  return (
    <Stack gap="sm">
      <Select
        label={t('booking:visit.preview_language')}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        allowDeselect={false}
        onChange={(value) => value && setLanguage(value)}
      />
      {shown ? (
        <>
          <ClientSwitch name="" index={index % pages.length} count={pages.length} onChange={setIndex} />
          <VisitPhone view={shown} />
        </>
      ) : (
        <Text c="dimmed">{t('booking:visit.preview_empty')}</Text>
      )}
    </Stack>
  );
}

/** A phone with the page of a visit. Nothing on it can be pressed. */
function VisitPhone({ view }: { view: VisitPageView }) {
  const t = useTexts();
  const { language, businessName, logoUrl, title, state, facts, answers, places, calendars, phone, note } = view;
  return (
    <PagePhone label={t('booking:visit.preview')} lang={LOCALE_TAGS[language]} {...{ businessName, logoUrl, title }}>
      {state && (
        <p className={classes.state} data-tone={state.tone}>
          {state.text}
        </p>
      )}
      <dl className={classes.facts}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {answers.map((answer) => (
        <span
          key={answer.answer}
          className={classes.button}
          data-answer={answer.answer}
          style={answer.answer === 'confirm' && view.accent ? { background: view.accent } : undefined}
        >
          {answer.title}
        </span>
      ))}
      <p className={classes.links}>
        {[...places, ...calendars].map((link) => (
          <span key={link.title}>{link.title}</span>
        ))}
      </p>
      {phone && <span className={classes.button}>{phone.title}</span>}
      {note && <p className={classes.note}>{note}</p>}
    </PagePhone>
  );
}
