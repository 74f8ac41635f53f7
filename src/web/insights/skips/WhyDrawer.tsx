import { Button, Stack, Text } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { Explanation } from '#contract/insights/calls.ts';
import { Compared } from '#web/delivery/Compared.tsx';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFlowChoices } from '#web/delivery/use-flow-choices.ts';
import { EntryState } from '#web/delivery/use-log-columns.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/insights/insights.module.css';
import { useExplanations, useVisitExplanations } from '#web/insights/contact/use-contact.ts';

type Props = {
  contactId: ContactId;
  isOpen: boolean;
  flowId: FlowId | undefined;
  /** The visit that is explained by every flow, until a flow is chosen. */
  visitId: VisitId | undefined;
  onFlow: (flowId: FlowId | undefined) => void;
  /** Opens the trace of a row of the log. */
  onMessage: (entryId: string) => void;
  onClose: () => void;
};

/** Explains a visit by each flow, or the decisions of one flow about everything it could write about. */
export function WhyDrawer({ contactId, isOpen, flowId, visitId, onFlow, onMessage, onClose }: Props) {
  const t = useTexts();
  const flows = useFlowChoices();
  return (
    <SideDrawer isOpen={isOpen} title={t('insights:why.title')} closeLabel={t('insights:why.close')} onClose={onClose}>
      <Stack>
        <SearchSelect
          label={t('insights:why.flow')}
          placeholder={t('insights:why.flow_choose')}
          description={t('insights:why.hint')}
          clearable
          value={flowId ?? null}
          data={flows.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(value) => onFlow(flows.find(({ id }) => id === value)?.id)}
        />
        {flowId && <Answers contactId={contactId} flowId={flowId} onMessage={onMessage} />}
        {!flowId && visitId && <VisitAnswers visitId={visitId} onMessage={onMessage} />}
      </Stack>
    </SideDrawer>
  );
}

function VisitAnswers({ visitId, onMessage }: { visitId: VisitId; onMessage: (entryId: string) => void }) {
  const t = useTexts();
  const answer = useVisitExplanations(visitId);
  if (answer.isPending) {
    return (
      <Loading>
        <RowsSkeleton rows={3} />
      </Loading>
    );
  }
  if (!answer.data) return <Failure error={answer.error} onRetry={answer.refetch} />;
  const { explanations } = answer.data;
  const [first] = explanations;
  if (!first) return <EmptyState text={t('insights:why.no_flow')} />;
  return (
    <>
      <div>
        <About answer={first} />
      </div>
      <ol className={classes.answers}>
        {explanations.map((one) => (
          <Answer key={`${one.flowId}${one.step}`} answer={one} title={one.flowTitle} onMessage={onMessage} />
        ))}
      </ol>
    </>
  );
}

type AnswersProps = Pick<Props, 'contactId' | 'onMessage'> & { flowId: FlowId };

function Answers({ contactId, flowId, onMessage }: AnswersProps) {
  const t = useTexts();
  const answer = useExplanations(contactId, flowId);
  if (answer.isPending) {
    return (
      <Loading>
        <RowsSkeleton rows={3} />
      </Loading>
    );
  }
  if (!answer.data) return <Failure error={answer.error} onRetry={answer.refetch} />;
  const { explanations, subjectKind } = answer.data;
  if (explanations.length === 0) return <EmptyState text={t(`insights:why.none.${subjectKind}`)} />;
  return (
    <ol className={classes.answers}>
      {explanations.map((one) => (
        <Answer key={`${one.subject.id}${one.step}`} answer={one} onMessage={onMessage} />
      ))}
    </ol>
  );
}

type AnswerProps = {
  answer: Explanation;
  /** Stands in place of the subject. */
  title?: string;
  onMessage: (entryId: string) => void;
};

function Answer({ answer, title, onMessage }: AnswerProps) {
  const t = useTexts();
  const format = useFormat();
  const { subject, basis, rule, outcome, at, entryId, messageStatus, compared } = answer;
  const isAgainst = outcome === 'skipped' || outcome === 'cancelled';
  return (
    <li className={classes.answer}>
      {title === undefined ? <About answer={answer} /> : <Text fw={600}>{title}</Text>}
      <Text size="sm" mt={8}>
        {basis === 'kept'
          ? t('insights:why.basis.kept', { when: at ? format.dateTime(at, subject.timeZone) : '' })
          : t(`insights:why.basis.${basis}`)}
        {(basis === 'now' || basis === 'past') && ':'}
      </Text>
      {messageStatus !== null && (
        <div className={classes.answerState}>
          <EntryState entry={{ status: messageStatus, rule: isAgainst ? null : rule, isReplied: false }} />
        </div>
      )}
      {rule !== null && (isAgainst || messageStatus === null) && rule !== 'due' && (
        <>
          <Text fw={550}>{t(`rules:${rule}.why`)}</Text>
          <RuleWay rule={rule} />
        </>
      )}
      {basis !== 'kept' && !isAgainst && at && (
        <Text fw={550}>
          {t(basis === 'past' ? 'insights:why.would_have_left' : 'insights:why.would_leave', {
            when: format.dateTime(at, subject.timeZone),
          })}
        </Text>
      )}
      <Compared
        values={compared}
        rule={rule}
        timeZone={subject.timeZone}
        visitStartsAt={subject.kind === 'visit' ? subject.startsAt : 'no_visit'}
      />
      {entryId && (
        <Button variant="default" size="xs" mt={10} onClick={() => onMessage(entryId)}>
          {t('insights:why.story')}
        </Button>
      )}
    </li>
  );
}

/** Subject of the verdict. */
function About({ answer: { subject, visit } }: { answer: Explanation }) {
  const t = useTexts();
  const format = useFormat();
  const { kind, startsAt, timeZone, title } = subject;
  const when = format.dateTime(startsAt, timeZone);
  const names: Record<SubjectKind, string> = {
    visit: t('delivery:visit_at', { when }),
    contact: t('insights:why.about.birthday', { when: format.date(startsAt, timeZone) }),
    group_move: t('insights:why.about.group_move', { when }),
    order: title ? t('delivery:order_number', { number: title }) : t('insights:story.order_plain'),
    deal: title || t('insights:why.about.deal'),
    deal_task: t('insights:why.about.deal_task', { when }),
    cart: t('insights:why.about.cart'),
    api_event: title,
    day: when,
    week: when,
  };
  const more = [
    ...(visit ? [visit.serviceTitles.join(', '), visit.masterName, visit.branchTitle] : []),
    ...(kind === 'cart' ? [title] : []),
    ...(kind === 'cart' || kind === 'order' || kind === 'deal' || kind === 'api_event' ? [when] : []),
  ];
  return (
    <>
      <Text fw={600}>{names[kind]}</Text>
      <Text size="sm" c="dimmed">
        {more.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
