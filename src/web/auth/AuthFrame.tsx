import { Text, Title } from '@mantine/core';
import { IconCalendarCheck, IconEye, IconMessageReply } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { LanguageSelect } from '#web/lib/LanguageSelect.tsx';
import { Logo } from '#web/lib/Logo.tsx';
import classes from './AuthFrame.module.css';

type Props = {
  title: string;
  state?: ReactNode;
  children: ReactNode;
  /** Below the form: where else to go. */
  footer?: ReactNode;
};

/** The page people sign in on: the form, and on a desk what the product does beside it. */
export function AuthFrame({ title, state, children, footer }: Props) {
  const t = useTexts();
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
          {state && (
            <Text c="dimmed" mt={6} component="div">
              {state}
            </Text>
          )}
          <div className={classes.content}>{children}</div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
      </main>
      <aside className={classes.aside}>
        <p className={classes.tagline}>{t('auth.tagline')}</p>
        <ul className={classes.points}>
          <Point icon={<IconCalendarCheck size={22} stroke={1.6} />} text={t('auth.point_reminders')} />
          <Point icon={<IconMessageReply size={22} stroke={1.6} />} text={t('auth.point_answers')} />
          <Point icon={<IconEye size={22} stroke={1.6} />} text={t('auth.point_trace')} />
        </ul>
      </aside>
    </div>
  );
}

function Point({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <li className={classes.point}>
      <span aria-hidden>{icon}</span>
      {text}
    </li>
  );
}
