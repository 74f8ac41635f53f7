import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { MailingCheck, MailingWarning } from '#contract/mailings/check.ts';
import { type TemplateStatus, templateStatusOf } from '#web/channels/template-status.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { isLanguage, LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { instantIn, wordIn } from '#web/lib/api/known.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/mailings/mailings.module.css';

/** The step that mends a warning, or a page. */
const WAYS = {
  ignore_link_missing: 'what',
  quiet_hours: 'when',
  template_barred: 'what',
  template_lacks: 'what',
  template_place: 'what',
  template_missing: 'what',
  near_duplicate: 'what',
  condition_gone: 'who',
  consent_missing: 'who',
  unsent: 'when',
  experiment_too_small: 'what',
  below_minimum: null,
  balance_short: null,
  variables_empty: 'what',
  language_greeting: 'what',
  language_default: 'what',
  test_user: 'what',
} as const satisfies Record<MailingWarning['code'], string | null>;

type Props = { mailingId: MailingId; check: MailingCheck };

/** Warnings before the start, each with the way to mend it. */
export function CheckWarnings({ mailingId, check: { warnings } }: Props) {
  const t = useTexts();
  const valuesOf = useWarningValues();
  if (warnings.length === 0) return null;
  return (
    <TroubleAlert tone="attention" title={t('mailings:check.warnings')}>
      <ul className={classes.list}>
        {warnings.map((warning, index) => {
          const step = WAYS[warning.code];
          return (
            <li key={index}>
              <Text span size="sm">
                {t(`mailing_warnings:${warning.code}`, valuesOf(warning))}
              </Text>{' '}
              {step && (
                <Link to="/distributions/edit/$mailingId/{-$step}" params={{ mailingId, step }} replace>
                  {t('mailings:check.mend')}
                </Link>
              )}
              {warning.code === 'balance_short' && <Link to="/account/update">{t('attention:reach.pay')}</Link>}
            </li>
          );
        })}
      </ul>
    </TroubleAlert>
  );
}

/** Returns a function that writes the values of a warning: numbers, times, and names of variables. */
function useWarningValues(): (warning: MailingWarning) => Record<string, string> {
  const t = useTexts();
  const format = useFormat();
  const write = (value: string | number): string => {
    if (typeof value === 'number') return format.number(value);
    const at = instantIn(value);
    if (at) return format.dateTime(at);
    const names = value.split(', ').map((name) => {
      const known = wordIn(TEXT_VARIABLES, name);
      if (known) return t(`texts:variables.${known}`);
      return isLanguage(name) ? LANGUAGE_NAMES[name] : name;
    });
    return names.join(', ');
  };
  return ({ code, values }) => ({
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)])),
    ...(code === 'template_barred' && barredValues(templateStatusOf(String(values['status'])), t)),
  });
}

/** The remedy for a template that cannot be sent, by its status; `replace` for any other. */
const BARRED_WAYS: Partial<Record<TemplateStatus, 'wait' | 'mend'>> = {
  pending: 'wait',
  paused: 'wait',
  rejected: 'mend',
};

function barredValues(status: TemplateStatus, t: ReturnType<typeof useTexts>): Record<'status' | 'way', string> {
  return {
    status: t(`delivery:trace.template_status.${status}`),
    way: t(`mailings:barred_way.${BARRED_WAYS[status] ?? 'replace'}`),
  };
}
