import { Button, Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FlowTemplateCard } from '#contract/gallery/calls.ts';
import type { TEMPLATE_TYPES } from '#contract/flows/values.ts';
import { useAddTemplate, useTemplates } from '#web/flows/gallery/use-gallery.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import type { StepProps } from './FirstSteps.tsx';
import classes from './FirstSteps.module.css';
import { starters } from './starters.ts';

/** Three ready-made flows to begin with; one press creates a flow in test mode. */
export function StarterFlows({ onDone }: StepProps) {
  const t = useTexts();
  const templates = useTemplates(undefined);
  const add = useAddTemplate(undefined, { opens: false });
  if (templates.isPending) return <RowsSkeleton rows={3} />;
  if (!templates.data) return <Failure error={templates.error} onRetry={templates.refetch} />;
  const create = (type: (typeof TEMPLATE_TYPES)[number]) => add.mutate(type, { onSuccess: onDone });
  return (
    <>
      <div className={classes.starters}>
        {starters(templates.data).map((card) => (
          <Starter
            key={card.type}
            card={card}
            isFirst={templates.data.hasWindow}
            isPending={add.isPending && add.variables === card.type}
            isDisabled={add.isPending}
            onCreate={() => create(card.type)}
          />
        ))}
      </div>
      <Link to="/templates" className={classes.more}>
        {t('onboarding:steps.choose_flow.all')}
      </Link>
    </>
  );
}

type StarterProps = {
  card: FlowTemplateCard;
  /** Shows the message as it is sent to a contact who has not written lately. */
  isFirst: boolean;
  isPending: boolean;
  isDisabled: boolean;
  onCreate: () => void;
};

function Starter({ card: { type, example }, isFirst, isPending, isDisabled, onCreate }: StarterProps) {
  const t = useTexts();
  const name = t(`gallery:name.${type}`);
  const message = isFirst ? example.template : example;
  return (
    <Card component="article" className={classes.starter} aria-label={name}>
      <Title order={3} size="h4">
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={classes.example}>
        {isFirst && message && `${t('flows:editor.form.words')} `}
        {message?.text ?? t('flows:editor.form.nothing')}
      </Text>
      <Button variant="light" loading={isPending} disabled={isDisabled && !isPending} onClick={onCreate}>
        {t('onboarding:steps.choose_flow.action')}
      </Button>
    </Card>
  );
}
