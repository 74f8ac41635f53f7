import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LanguageSelect } from '#web/lib/format/LanguageSelect.tsx';
import { Logo } from '#web/lib/pages/Logo.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './AuthFrame.module.css';
import { SampleChat } from './SampleChat.tsx';
import { SampleFigures } from './SampleFigures.tsx';

type Props = {
  title: string;
  state?: ReactNode;
  children: ReactNode;
  /** Below the form: where else to go. */
  footer?: ReactNode;
};

function Sample() {
  if (brand.variant === 'dashboard') return <SampleFigures of="figures" />;
  if (brand.variant === 'quality_control') return <SampleFigures of="scores" />;
  return <SampleChat />;
}

/** The page people sign in on: the form, and on a desk what the product does beside it. */
export function AuthFrame({ title, state, children, footer }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  return (
    <div className={classes.frame}>
      <main className={classes.main}>
        <div className={classes.top}>
          <Link to="/account/login" className={classes.brand}>
            <Logo />
          </Link>
          {brand.features.languageSelect && <LanguageSelect />}
        </div>
        <div className={classes.form}>
          <Title order={1}>{title}</Title>
          {isMobile && (
            <Text c="dimmed" mt={6} size="sm">
              {t('auth:tagline')}
            </Text>
          )}
          {state && (
            <Text c="dimmed" mt={6} component="div">
              {state}
            </Text>
          )}
          <div className={classes.content}>{children}</div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
      </main>
      {!isMobile && (
        <aside className={classes.aside}>
          <p className={classes.tagline}>{t('auth:tagline')}</p>
          <Sample />
        </aside>
      )}
    </div>
  );
}
