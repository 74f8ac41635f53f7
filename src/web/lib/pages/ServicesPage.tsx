import { Alert, Button, Card, CloseButton, Group, Skeleton, Stack, Title } from '@mantine/core';
import { IconCircleCheck, IconLock, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useWords } from '#web/ui/words.tsx';
import { useSession } from '#web/lib/api/session.ts';
import classes from './ServicesPage.module.css';

type Props<Service> = {
  services: UseQueryResult<readonly Service[]>;
  /** Below the head, where several kinds share a page. */
  tabs?: ReactNode;
  words: {
    /** That they could not be loaded; the general words when left out. */
    failed?: string;
    title: string;
    /** Label of the button that opens the form. */
    add: string;
    /** Heading of the form. */
    connect: string;
    ownerOnly: string;
  };
  /** Summary of their state in a sentence. */
  state: (services: readonly Service[]) => string;
  /** Instructions for the outside service before the form can be filled in. */
  guide: ReactNode;
  form: (connected: readonly Service[], onDone: () => void) => ReactNode;
  card: (service: Service, tools: { canChange: boolean; onConnect: () => void }) => ReactNode;
};

/** Page of outside services of one kind: their state, and a form to connect one. */
export function ServicesPage<Service>(props: Props<Service>) {
  const { services, tabs, words } = props;
  if (services.data) return <Connected {...props} connected={services.data} />;
  return (
    <>
      <PageHead title={words.title} state={'\u00a0'} />
      {tabs}
      {services.isError ? (
        <Failure error={services.error} title={words.failed} onRetry={services.refetch} />
      ) : (
        <Loading>
          <Skeleton height={240} radius="md" />
        </Loading>
      )}
    </>
  );
}

function Connected<Service>({
  connected,
  tabs,
  words,
  state,
  guide,
  form,
  card,
}: Props<Service> & { connected: readonly Service[] }) {
  const session = useSession();
  const common = useWords();
  const [isAdding, setAdding] = useState(false);
  const [isFirstDone, setFirstDone] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  const isFirst = connected.length === 0;
  const isFormShown = isOwner && (isFirst || isAdding);
  const tools = { canChange: isOwner, onConnect: () => setAdding(true) };

  function close(): void {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  }

  function finish(): void {
    setFirstDone(isFirst);
    close();
  }

  return (
    <>
      <PageHead
        title={words.title}
        state={isFirst && !isOwner ? common('not_connected') : state(connected)}
        action={
          isOwner && !isFormShown ? (
            <Button
              ref={addButton}
              variant={isFirstDone ? 'default' : undefined}
              leftSection={<IconPlus size={18} />}
              onClick={tools.onConnect}
            >
              {words.add}
            </Button>
          ) : undefined
        }
      />
      {tabs}
      <Stack gap="lg">
        {isFirstDone && !isFirst && <WhatNext />}
        {isFormShown && (
          <Card component="section" className={classes.connect}>
            <FormHead title={words.connect} isOpen={isAdding} onClose={isFirst ? undefined : close} />
            {guide}
            {form(connected, finish)}
          </Card>
        )}
        {connected.map((service) => card(service, tools))}
        {!isOwner && isFirst && <EmptyState icon={<IconLock size={36} stroke={1.5} />} text={words.ownerOnly} />}
      </Stack>
    </>
  );
}

/** Next steps after the first service of a kind is connected. */
function WhatNext() {
  const words = useWords();
  return (
    <Alert color="good" icon={<IconCircleCheck size={20} />} title={words('done')} role="status">
      <Group justify="space-between" gap="xs">
        {words('next_at_home')}
        <Button component={Link} to="/">
          {words('next')}
        </Button>
      </Group>
    </Alert>
  );
}

type FormHeadProps = { title: string; isOpen: boolean; onClose?: () => void };

/** Scrolls into view when the form was opened from a card far below. */
function FormHead({ title, isOpen, onClose }: FormHeadProps) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Title order={2} ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </Title>
      {onClose && <CloseButton aria-label={words('close')} size="lg" onClick={onClose} />}
    </Group>
  );
}
