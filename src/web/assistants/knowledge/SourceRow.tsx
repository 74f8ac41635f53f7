import { Loader, Progress, Text } from '@mantine/core';
import { IconFileText, IconMessageQuestion, IconSitemap, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { KnowledgeSource } from '#contract/assistants/knowledge.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import classes from './knowledge.module.css';
import { useDeleteSource, useReread } from './use-knowledge.ts';

const ICONS = { file: IconFileText, pair: IconMessageQuestion, page: IconWorld, site: IconSitemap };

type Props = {
  assistantId: AssistantId;
  source: KnowledgeSource;
  onEdit: () => void;
  onShowPassages: () => void;
};

/** A source: what it is, how far it is read, what is wrong with it, and what can be done. */
export function SourceRow({ assistantId, source, onEdit, onShowPassages }: Props) {
  const t = useTexts();
  const reread = useReread(assistantId);
  const remove = useDeleteSource(assistantId);
  const Icon = ICONS[source.kind];
  const isBusy = source.state === 'waiting' || source.state === 'reading';
  return (
    <li className={classes.source}>
      <Icon
        size={22}
        stroke={1.6}
        className={classes.icon}
        aria-label={t(`knowledge:kind.${source.kind}`)}
        role="img"
      />
      <div className={classes.about}>
        <Text fw={500} className={classes.name}>
          {source.title}
        </Text>
        {source.kind === 'pair' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {source.answer}
          </Text>
        )}
        <Facts source={source} />
        <Reading source={source} />
        {source.state === 'failed' && source.trouble && (
          <Text size="sm" c="bad" role="status">
            {t(`knowledge:trouble.${source.trouble}`)}
            {source.passages > 0 && ` ${t('knowledge:former_is_used')}`}
          </Text>
        )}
        {source.omissions.length > 0 && source.passages > 0 && (
          <Text size="sm" c="attention">
            {source.omissions.map((omission) => t(`knowledge:omission.${omission}`)).join(' ')}
          </Text>
        )}
      </div>
      <RowMenu name={source.title}>
        {source.kind !== 'file' && <MenuItem onClick={onEdit}>{t('knowledge:menu.change')}</MenuItem>}
        {source.kind !== 'pair' && (
          <MenuItem disabled={isBusy} onClick={() => reread.mutate(source.id)}>
            {t('knowledge:menu.reread')}
          </MenuItem>
        )}
        {source.kind !== 'pair' && (
          <MenuItem disabled={source.passages === 0} onClick={onShowPassages}>
            {t('knowledge:menu.passages')}
          </MenuItem>
        )}
        <MenuDivider />
        <MenuItem color="bad" onClick={() => remove(source)}>
          {t('knowledge:menu.delete')}
        </MenuItem>
      </RowMenu>
    </li>
  );
}

/** The line below the title: state, size, when it was read and will be. */
function Facts({ source }: { source: KnowledgeSource }) {
  const t = useTexts();
  const format = useFormat();
  const { passages, readAt, nextReadAt, kind } = source;
  const facts: ReactNode[] = [];
  if (passages > 0 && kind !== 'pair') facts.push(t('knowledge:passages', { count: passages }));
  if (readAt && kind !== 'pair') facts.push(t('knowledge:read_at', { when: format.dateTime(readAt) }));
  if (nextReadAt) facts.push(t('knowledge:next_read_at', { when: format.dateTime(nextReadAt) }));
  const tone = { ready: 'good', failed: 'bad', waiting: 'gray', reading: 'gray' } as const;
  return (
    <div className={classes.facts}>
      <ToneBadge tone={tone[source.state]}>{t(`knowledge:state.${source.state}`)}</ToneBadge>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed" component="span">
          {facts.join(' · ')}
        </Text>
      )}
      {source.url && (
        <a href={source.url} target="_blank" rel="noreferrer" className={classes.address}>
          {source.url}
        </a>
      )}
    </div>
  );
}

/** How far a reading is: a bar where its end is known. */
function Reading({ source: { state, progress, title } }: { source: KnowledgeSource }) {
  const t = useTexts();
  const format = useFormat();
  if (state !== 'reading' || !progress) return null;
  const { done, total } = progress;
  if (total === null || total === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.facts}>
        <Loader size={14} aria-hidden /> {done > 0 ? t('knowledge:done_rows', { count: done }) : t('knowledge:begun')}
      </Text>
    );
  }
  const words = t('knowledge:done_of', { done: format.number(done), total: format.number(total) });
  return (
    <div>
      <Progress value={(done / total) * 100} aria-label={`${title}: ${words}`} mt={6} />
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    </div>
  );
}
