import { Button, Group, TextInput, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { shortAddress } from '#web/links/link-words.ts';
import classes from './qr.module.css';
import { useQr } from './use-qr.ts';

/** Codes on a sheet: one for a wall, four for tables, twelve for cards. */
const COPIES = ['1', '4', '12'] as const;

const LONGEST_CAPTION = 80;

type Props = { title: string; url: string; backTo: string };

/** An A4 sheet of a QR code with a caption; the controls above it are not printed. */
export function PrintSheet({ title, url, backTo }: Props) {
  const t = useTexts();
  const { files, businessName, error, retry } = useQr(url);
  const [copies, setCopies] = useState<(typeof COPIES)[number]>('4');
  const [caption, setCaption] = useState(title);
  return (
    <main className={classes.page}>
      <header className={classes.controls}>
        <Title order={1} fz="h2">
          {t('links:print_title', { title })}
        </Title>
        <TextInput
          label={t('links:caption')}
          maxLength={LONGEST_CAPTION}
          value={caption}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
        <ChoiceBar
          label={t('links:copies')}
          value={copies}
          options={COPIES.map((value) => ({ value, label: t('links:per_sheet', { count: Number(value) }) }))}
          onChange={setCopies}
          isNarrow
        />
        <Group>
          <Button leftSection={<IconPrinter size={18} />} disabled={!files} onClick={() => window.print()}>
            {t('links:print')}
          </Button>
          <Button variant="default" component={Link} to={backTo}>
            {t('links:back')}
          </Button>
        </Group>
        {error && <Failure error={error} onRetry={retry} />}
      </header>
      {files && (
        <section className={classes.sheet} data-copies={copies} aria-label={t('links:sheet')}>
          {Array.from({ length: Number(copies) }, (_, index) => (
            <figure key={index} className={classes.card}>
              {businessName && <strong>{businessName}</strong>}
              <img src={files.pngUrl} alt={index === 0 ? t('links:qr_of', { title }) : ''} />
              <figcaption>
                {caption}
                <small>{shortAddress(url)}</small>
              </figcaption>
            </figure>
          ))}
        </section>
      )}
    </main>
  );
}
