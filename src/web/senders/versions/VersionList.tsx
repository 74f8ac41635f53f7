import { Button, Group, Text } from '@mantine/core';
import type { SavedVersion, VersionChange } from '#contract/senders/versions.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { SenderRoom } from '#web/senders/sender.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { type ChangedText, changedParts } from './text-change.ts';
import { type ChangeWords, type OwnWords, useChangeWords } from './use-change-words.ts';
import { useRollBack, useVersions, type VersionCalls } from './use-versions.ts';
import classes from './versions.module.css';

type Words = (changes: readonly VersionChange[]) => ChangeWords[];

type Props = {
  room: SenderRoom;
  /** The sender as it is now. */
  saved: { id: string; version: number };
  calls: VersionCalls;
  /** Words of the room for its settings. */
  own: OwnWords;
  /** Whether nothing can be restored. */
  isFixed?: boolean;
};

/** Every save of a sender: who, when, what it changed; each can be restored. */
export function VersionList({ room, saved, calls, own, isFixed = false }: Props) {
  const t = useTexts();
  const versions = useVersions(room, saved.id, calls);
  const rollBack = useRollBack(room, calls);
  const words = useChangeWords(own);
  const onRollBack = (version: number) => rollBack.mutate({ version, baseVersion: saved.version });
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
      <ol className={classes.versions} aria-label={t('versions:history.title')}>
        {versions.data.map((version) => (
          <Version
            key={version.version}
            words={words}
            version={version}
            isCurrent={version.version === saved.version}
            isBusy={rollBack.isPending}
            onRollBack={isFixed ? undefined : () => onRollBack(version.version)}
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
          {t('versions:history.more')}
        </Button>
      )}
    </>
  );
}

type VersionProps = {
  words: Words;
  version: SavedVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRollBack: (() => void) | undefined;
};

function Version({ words, version, isCurrent, isBusy, onRollBack }: VersionProps) {
  const t = useTexts();
  const format = useFormat();
  const author = version.savedBy ?? t('versions:history.nobody');
  const name = t('versions:history.version', { version: version.version });
  return (
    <li className={classes.version} data-current={isCurrent || undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {name}
            {isCurrent && ` · ${t('versions:history.current')}`}
          </Text>
          <Text size="sm" c="dimmed">
            {format.dateTime(version.savedAt)}, {author}
          </Text>
        </div>
        {!isCurrent && onRollBack && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('versions:history.roll_back')}: ${name}`}
            disabled={isBusy}
            onClick={onRollBack}
          >
            {t('versions:history.roll_back')}
          </Button>
        )}
      </Group>
      {version.changes.length === 0 ? (
        <Text size="sm">{t(version.version === 1 ? 'versions:history.first' : 'versions:history.same')}</Text>
      ) : (
        <Changes changes={words(version.changes)} />
      )}
    </li>
  );
}

function Changes({ changes }: { changes: readonly ChangeWords[] }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ key, text, from, to }) => (
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
