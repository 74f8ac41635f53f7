import { Stack, Text, Title } from '@mantine/core';
import type { BookingButton } from '#contract/booking/buttons.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import classes from './booking.module.css';
import { frameOf, snippetOf } from './snippet.ts';

type Props = {
  values: Pick<BookingButton, 'label' | 'position' | 'opens'> & { accent: string };
  usualAccent: string;
  /** Null until the button is saved for the first time. */
  saved: BookingButton | null;
};

/** The button on a page of a site, and what is pasted into the site. */
export function ButtonPreview({ values, usualAccent, saved }: Props) {
  const t = useTexts();
  const accent = /^#[0-9a-f]{6}$/i.test(values.accent) ? values.accent : usualAccent;
  return (
    <Stack>
      <div className={classes.site} role="img" aria-label={t('booking:button.preview')} data-position={values.position}>
        <i />
        <i />
        <i />
        <span className={classes.siteButton} style={{ background: accent }}>
          {values.label}
        </span>
        <i />
        <i />
      </div>
      {saved?.figures && <Text>{t('booking:button.figures', saved.figures)}</Text>}
      <Title order={2}>{t('booking:button.code_title')}</Title>
      {saved ? (
        <>
          <CopyField
            label={t('booking:button.code')}
            description={t('booking:button.code_help')}
            value={snippetOf(saved)}
          />
          <CopyField
            label={t('booking:button.link')}
            description={t('booking:button.link_help')}
            value={saved.pageUrl}
          />
          {saved.opens !== 'page' && (
            <CopyField
              label={t('booking:button.frame')}
              description={t('booking:button.frame_help')}
              value={frameOf(saved, saved.label)}
            />
          )}
          <Text size="sm" c="dimmed">
            {t(saved.opens === 'page' ? 'booking:button.csp' : 'booking:button.csp_frame', {
              host: new URL(saved.scriptUrl).origin,
            })}
          </Text>
        </>
      ) : (
        <Text c="dimmed">{t('booking:button.code_later')}</Text>
      )}
    </Stack>
  );
}
