import { Button, Group, Text } from '@mantine/core';
import type { FlowChange, FlowVersion } from '#contract/flow-versions.ts';
import type { Flow, FlowKind } from '#contract/flows.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
import classes from './many.module.css';
import { type ChangedText, changedParts } from './text-change.ts';
import { useChangeWords } from './use-change-words.ts';
import { useFlowVersions, useRollBack } from './use-flow-versions.ts';
import { useVariableNames } from '#web/texts/use-variable-names.ts';
import { toReadable } from '#web/texts/variable-names.ts';

/** Every save of a flow: who, when, what it changed; each can be restored. */
export function FlowVersions({ flow }: { flow: Flow }) {
  const t = useTexts();
  const versions = useFlowVersions(flow.id);
  const rollBack = useRollBack(flow.id);
  if (!versions.data) {
    if (versions.isError) return <Failure error={versions.error} onRetry={versions.refetch} />;
    return (
      <Loading>
        <RowsSkeleton rows={4} />
      </Loading>
    );
  }
  return (
    <>
      <ol className={classes.versions} aria-label={t('flows:versions.history.title')}>
        {versions.data.map((version) => (
          <Version
            key={version.version}
            kind={flow.kind}
            version={version}
            isCurrent={version.version === flow.version}
            isBusy={rollBack.isPending}
            onRollBack={() => rollBack.mutate({ version: version.version, baseVersion: flow.version })}
          />
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          {t('flows:versions.history.more')}
        </Button>
      )}
    </>
  );
}

type VersionProps = {
  kind: FlowKind;
  version: FlowVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRollBack: () => void;
};

function Version({ kind, version, isCurrent, isBusy, onRollBack }: VersionProps) {
  const t = useTexts();
  const format = useFormat();
  const who = version.savedBy ?? t('flows:versions.history.nobody');
  const name = t('flows:versions.history.version', { version: version.version });
  return (
    <li className={classes.version} data-current={isCurrent || undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {name}
            {isCurrent && ` · ${t('flows:versions.history.current')}`}
          </Text>
          <Text size="sm" c="dimmed">
            {format.dateTime(version.savedAt)}, {who}
          </Text>
        </div>
        {!isCurrent && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('flows:versions.history.roll_back')}: ${name}`}
            disabled={isBusy}
            onClick={onRollBack}
          >
            {t('flows:versions.history.roll_back')}
          </Button>
        )}
      </Group>
      {version.changes.length === 0 ? (
        <Text size="sm">
          {t(version.version === 1 ? 'flows:versions.history.first' : 'flows:versions.history.same')}
        </Text>
      ) : (
        <Changes kind={kind} changes={version.changes} />
      )}
    </li>
  );
}

function Changes({ kind, changes }: { kind: FlowKind; changes: readonly FlowChange[] }) {
  const words = useChangeWords(kind);
  return (
    <ul className={classes.changes}>
      {words(changes).map(({ key, text, from, to }) => (
        <li key={key} className={classes.change}>
          <Text size="sm">{text}</Text>
          {(from ?? to) !== undefined && <ChangedTexts from={from ?? ''} to={to ?? ''} />}
        </li>
      ))}
    </ul>
  );
}

/** A text as it was and as it became; the words that differ are marked, unless all of them do. */
function ChangedTexts({ from, to }: { from: string; to: string }) {
  const names = useVariableNames();
  const [was, is] = changedParts(from, to);
  const draw = ({ before, changed, after }: ChangedText) => (
    <>
      {toReadable(before, names)}
      {before || after ? <mark>{toReadable(changed, names)}</mark> : toReadable(changed, names)}
      {toReadable(after, names)}
    </>
  );
  return (
    <>
      {from && (
        <Text size="sm" component="del">
          {draw(was)}
        </Text>
      )}
      {to && (
        <Text size="sm" component="ins">
          {draw(is)}
        </Text>
      )}
    </>
  );
}
