import { Button, Card, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { Diagnosis, Finding } from '#contract/admin/diagnostics.ts';
import { FINDING_SECTIONS } from '#contract/admin/diagnostics-values.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { useWords } from '#web/ui/words.tsx';
import classes from './diagnostics.module.css';
import { ErrorList, SignInList } from './ErrorList.tsx';
import { isOperators, ownerPath, wordsOf } from './finding-words.ts';

const MARKS = { good: IconCheck, attention: IconAlertTriangle, bad: IconX };

type Props = {
  userId: AdminUser['id'];
  diagnosis: Diagnosis;
  /** Shows the messages of a reason in the list below. */
  onRule: (rule: DecisionRule) => void;
};

type ListProps = Props & { onEntry: (entryId: string) => void };

/** The lines of the diagnostics in their sections, in the order in which they are read. */
export function FindingList({ userId, diagnosis, onRule, onEntry }: ListProps) {
  const t = useTexts();
  return FINDING_SECTIONS.map((section) => (
    <Card key={section} component="section" aria-label={t(`admin:section.${section}`)}>
      <Title order={2} size="h4" mb="xs">
        {t(`admin:section.${section}`)}
      </Title>
      <ul className={classes.lines}>
        {diagnosis.findings
          .filter((finding) => finding.section === section)
          .map((finding, at) => (
            <Line key={at} userId={userId} finding={finding} diagnosis={diagnosis} onRule={onRule} />
          ))}
      </ul>
      {section === 'errors' && <ErrorList {...diagnosis} onOpen={onEntry} />}
      {section === 'sign_ins' && <SignInList {...diagnosis} />}
    </Card>
  ));
}

function Line({ userId, finding, diagnosis, onRule }: Props & { finding: Finding }) {
  const t = useTexts();
  const format = useFormat();
  const { text, todo, quote } = wordsOf(finding, diagnosis.timeZone, { t, format });
  const Mark = MARKS[finding.tone];
  return (
    <li className={classes.line}>
      <span className={classes.mark} data-tone={finding.tone}>
        <Mark size={18} stroke={2.2} aria-hidden />
        <VisuallyHidden>{t(`admin:tone.${finding.tone}`)}</VisuallyHidden>
      </span>
      <div className={classes.words}>
        <Text fw={finding.tone === 'good' ? undefined : 550}>{text}</Text>
        {todo && (
          <Text size="sm" c="dimmed">
            {todo}
          </Text>
        )}
        {quote && <Text size="sm">{t('admin:diagnosis.quote', { text: quote })}</Text>}
      </div>
      {finding.tone !== 'good' && <Ways userId={userId} finding={finding} diagnosis={diagnosis} onRule={onRule} />}
    </li>
  );
}

/** Where the line is put right: by the operator, by the owner with a link, or in the list of messages below. */
function Ways({ userId, finding, diagnosis, onRule }: Props & { finding: Finding }) {
  const t = useTexts();
  const words = useWords();
  const path = ownerPath(finding);
  const { rule, section } = finding;
  return (
    <div className={classes.ways}>
      {isOperators(finding) && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId }} {...props} />}
        >
          {t('admin:diagnosis.open_user')}
        </Button>
      )}
      {section === 'today' && rule && (
        <Button size="compact-sm" variant="default" onClick={() => onRule(rule)}>
          {t('admin:diagnosis.show_messages')}
        </Button>
      )}
      {path && (
        <Button size="compact-sm" variant="subtle" onClick={() => void copyValue(`${diagnosis.origin}${path}`, words)}>
          {t('admin:diagnosis.copy_link')}
        </Button>
      )}
    </div>
  );
}
