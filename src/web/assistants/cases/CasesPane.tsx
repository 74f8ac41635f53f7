import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import type { AssistantCase } from '#contract/assistants/cases.ts';
import type { AssistantRun } from '#contract/assistants/runs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import classes from './cases.module.css';
import { RunView, useVersionWords } from './RunView.tsx';
import { useCases, useDeleteCase, usePublishing, useRuns, useSaveCase, useSetRefusing } from './use-cases.ts';
import { useExpectationWords } from './use-expectation-words.ts';

const CaseDialog = lazy(async () => ({ default: (await import('./CaseDialog.tsx')).CaseDialog }));
const ReadyDialog = lazy(async () => ({ default: (await import('./ReadyDialog.tsx')).ReadyDialog }));
const RunDialog = lazy(async () => ({ default: (await import('./RunDialog.tsx')).RunDialog }));

type Opened = { kind: 'case'; edited: AssistantCase | null } | { kind: 'ready' } | { kind: 'run' } | null;
type Props = { assistant: Assistant; isDirty: boolean };

/** Cases of an assistant, and their runs. */
export function CasesPane({ assistant, isDirty }: Props) {
  const t = useTexts();
  const cases = useCases(assistant.id);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const add = (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpened({ kind: 'ready' })}>
        {t('cases:ready.button')}
      </Button>
      <Button variant="default" onClick={() => setOpened({ kind: 'case', edited: null })}>
        {t('cases:add')}
      </Button>
    </Group>
  );
  return (
    <section className={classes.pane} aria-label={t('cases:title')}>
      <Text c="dimmed">{t('cases:lead')}</Text>
      <PagedRows
        list={cases}
        empty={<EmptyState title={t('cases:empty.title')} text={t('cases:empty.text')} action={add} />}
      >
        {(rows) => (
          <>
            <Runs assistant={assistant} onStart={() => setOpened({ kind: 'run' })} />
            <div>
              <div className={classes.head}>
                <Title order={2}>{t('cases:list.title')}</Title>
                {add}
              </div>
              <CaseList assistant={assistant} rows={rows} onEdit={(edited) => setOpened({ kind: 'case', edited })} />
            </div>
            <RefusingSwitch assistant={assistant} />
          </>
        )}
      </PagedRows>
      <Suspense>
        {opened?.kind === 'case' && <EditedCase assistant={assistant} edited={opened.edited} onClose={close} />}
        {opened?.kind === 'ready' && <ReadyDialog assistantId={assistant.id} onClose={close} />}
        {opened?.kind === 'run' && <RunDialog assistant={assistant} isDirty={isDirty} onClose={close} />}
      </Suspense>
    </section>
  );
}

type EditedProps = { assistant: Assistant; edited: AssistantCase | null; onClose: () => void };

function EditedCase({ assistant, edited, onClose }: EditedProps) {
  const save = useSaveCase(assistant.id, edited?.id ?? null);
  return (
    <CaseDialog
      settings={edited?.settings ?? null}
      onSave={(settings) => save.mutateAsync(settings)}
      onClose={onClose}
    />
  );
}

type ListProps = { assistant: Assistant; rows: readonly AssistantCase[]; onEdit: (edited: AssistantCase) => void };

function CaseList({ assistant, rows, onEdit }: ListProps) {
  const t = useTexts();
  const words = useExpectationWords();
  const remove = useDeleteCase(assistant.id);
  return (
    <ul className={classes.list}>
      {rows.map((row) => {
        const { title, script, expectations } = row.settings;
        return (
          <li key={row.id} className={classes.row}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div className={classes.about}>
                <Text fw={500}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {t(`cases:who.${script.kind}`)}
                  {script.kind === 'client' && ` · ${t(`cases:manner.${script.manner}`)}`}
                </Text>
                <Text size="sm">{expectations.map(words).join(' · ')}</Text>
              </div>
              <RowMenu name={title}>
                <MenuItem onClick={() => onEdit(row)}>{t('cases:list.change')}</MenuItem>
                <MenuDivider />
                <MenuItem color="bad" onClick={() => remove(row)}>
                  {t('cases:list.delete')}
                </MenuItem>
              </RowMenu>
            </Group>
          </li>
        );
      })}
    </ul>
  );
}

/** The latest run, or the one that is chosen among all. */
function Runs({ assistant, onStart }: { assistant: Assistant; onStart: () => void }) {
  const t = useTexts();
  const runs = useRuns(assistant.id);
  const [chosen, setChosen] = useState<AssistantRun['id'] | null>(null);
  const [latest] = runs.data ?? [];
  const shown = chosen ?? latest?.id;
  return (
    <div>
      <div className={classes.head}>
        <Title order={2}>{t('cases:run.latest')}</Title>
        <Button disabled={latest?.state === 'running'} onClick={onStart}>
          {t('cases:run.start')}
        </Button>
      </div>
      <PagedRows list={runs} empty={<Text>{t('cases:run.none')}</Text>}>
        {(rows) => (
          <>
            {shown && <RunView key={shown} assistant={assistant} runId={shown} />}
            {rows.length > 1 && (
              <details className={classes.earlier}>
                <summary>{t('cases:run.earlier')}</summary>
                <ul className={classes.list}>
                  {rows.map((run) => (
                    <RunRow key={run.id} assistant={assistant} run={run} onOpen={() => setChosen(run.id)} />
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </PagedRows>
    </div>
  );
}

function toneOf({ state, cases, casesPassed }: AssistantRun): Tone {
  if (state === 'running') return 'gray';
  return cases === casesPassed ? 'good' : 'attention';
}

function RunRow({ assistant, run, onOpen }: { assistant: Assistant; run: AssistantRun; onOpen: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const words = useVersionWords();
  return (
    <li className={classes.row}>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={onOpen}>
          {words(run.version, assistant, run.startedAt)}
        </Button>
        <ToneBadge tone={toneOf(run)}>
          {t('cases:run.of', { passed: format.number(run.casesPassed), total: format.number(run.cases) })}
        </ToneBadge>
      </Group>
    </li>
  );
}

/** The owner's choice about drafts in which cases newly fail. */
function RefusingSwitch({ assistant }: { assistant: Assistant }) {
  const t = useTexts();
  const publishing = usePublishing(assistant.id);
  const set = useSetRefusing(assistant.id);
  if (!publishing.data) return null;
  return (
    <Switch
      label={t('cases:gate.label')}
      description={t('cases:gate.help')}
      checked={set.isPending ? set.variables : publishing.data.tests.refusesFailing}
      onChange={({ currentTarget }) => set.mutate(currentTarget.checked)}
    />
  );
}
