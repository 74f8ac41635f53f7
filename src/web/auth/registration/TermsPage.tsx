import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Logo } from '#web/lib/pages/Logo.tsx';
import classes from './TermsPage.module.css';

const PARTS = ['trial', 'clients', 'data', 'limits'] as const;

/** Route: /terms */
export function TermsPage() {
  const t = useTexts();
  return (
    <main className={classes.page}>
      <Anchor component={Link} to="/account/register" underline="never" aria-label={brand.productName}>
        <Logo />
      </Anchor>
      <Title order={1} mt="xl">
        {t('auth:terms.title')}
      </Title>
      <Text c="dimmed" mt={4}>
        {t('auth:terms.updated')}
      </Text>
      {PARTS.map((part) => (
        <section key={part}>
          <Title order={2} mt="lg" mb={6}>
            {t(`auth:terms.${part}_heading`)}
          </Title>
          <Text>{t(`auth:terms.${part}`)}</Text>
        </section>
      ))}
    </main>
  );
}
