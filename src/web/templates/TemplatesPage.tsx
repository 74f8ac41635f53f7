import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import type { MessageTemplate, TemplateDraft } from '#contract/templates/calls.ts';
import { TEMPLATE_STATUSES } from '#contract/templates/values.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { TemplatesRead } from '#web/channels/list/TemplatesRead.tsx';
import { useLanguageNames } from '#web/channels/use-language-names.ts';
import { useChannels, useSyncTemplates } from '#web/channels/use-channels.ts';
import { declaredRooms } from '#web/lib/pages/declared-rooms.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Words, useTexts } from '#web/lib/format/i18n.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { categoryWord, qualityWord, reasonText, refusalText, statusTone, statusWord } from './template-words.ts';
import classes from './templates.module.css';
import { useDeleteDraft, useTemplateDrafts, useTemplates } from './use-templates.ts';

/** Statuses to filter by; the others are rare. */
const FILTERED = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;

const readSearch = ({ search, status, channel }: Readonly<Record<string, unknown>>) => ({
  search: textIn(search),
  status: wordIn(TEMPLATE_STATUSES, status),
  channel: idIn<Channel['id']>(channel),
});

/** Route: /accounts/templates */
export function TemplatesPage() {
  const t = useTexts();
  const channels = useChannels();
  const [{ search, status, channel }, setState] = useUrlState(readSearch);
  const templates = useTemplates({ search, status, channelId: channel });
  const writable = (channels.data ?? []).filter(({ kind }) => traitsOf(kind).templates);
  const columns = useColumns(writable);
  const isFiltered = Boolean(search ?? status ?? channel);
  const clear = () => setState({ search: undefined, status: undefined, channel: undefined });
  const add = (
    <Button leftSection={<IconPlus size={18} />} component={Link} to="/accounts/templates/new">
      {t('templates:new')}
    </Button>
  );
  if (channels.isSuccess && writable.length === 0) return <NoChannel />;
  return (
    <>
      <PageHead
        title={t('templates:title')}
        state={t('templates:lead')}
        action={
          <Group gap="xs">
            <SyncButton channels={writable} />
            {add}
          </Group>
        }
      />
      <ReadTimes channels={writable} />
      <Drafts />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('templates:search'),
          onChange: (typed) => setState({ search: typed || undefined }),
        }}
        chips={{
          label: t('templates:column.status'),
          value: status ?? '',
          options: [
            { value: '', label: t('templates:all') },
            ...FILTERED.map((value) => ({ value, label: t(`templates:status.${value}`) })),
          ],
          onChange: (value) => setState({ status: wordIn(FILTERED, value) }),
        }}
        filters={
          writable.length > 1
            ? [
                choiceFilter({
                  label: t('templates:channel'),
                  value: channel,
                  any: t('templates:any_channel'),
                  options: writable.map(({ id, title }) => ({ value: id, label: title })),
                  onChange: (value) => setState({ channel: idIn<Channel['id']>(value) }),
                }),
              ]
            : []
        }
      />
      <DataList
        label={t('templates:title')}
        rows={templates.data ?? []}
        rowKey={({ channelId, name, language }) => `${channelId} ${name} ${language}`}
        rowName={({ name }) => name}
        columns={columns}
        paging={templates}
        linkTo={({ channelId, name, language }) => ({
          to: '/accounts/templates/$channelId/$name/$language',
          params: { channelId, name, language },
        })}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('templates:nothing_found')}
              action={<Button onClick={clear}>{t('templates:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('templates:empty_title')} text={t('templates:empty')} action={add} />
          )
        }
      />
    </>
  );
}

function NoChannel() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t('templates:title')} state={t('templates:lead')} />
      <EmptyState
        title={t('templates:no_channel_title')}
        text={t('templates:no_channel')}
        action={
          <Button component={Link} to={CHANNEL_APPEARANCES.dialog360.path}>
            {t('templates:connect')}
          </Button>
        }
      />
    </>
  );
}

/** When the templates of each channel were last read. */
function ReadTimes({ channels }: { channels: readonly Channel[] }) {
  return (
    <Stack gap={4} mb="md">
      {channels.map((channel) => (
        <Group key={channel.id} gap="xs">
          {channels.length > 1 && <Text size="sm">{channel.title}</Text>}
          <TemplatesRead channel={channel} />
        </Group>
      ))}
    </Stack>
  );
}

/** Reads the templates of every channel again. */
function SyncButton({ channels }: { channels: readonly Channel[] }) {
  const t = useTexts();
  const sync = useSyncTemplates();
  const readAll = () =>
    Promise.all(channels.map(({ id }) => sync.mutateAsync(id))).then(
      () => toast.success({ title: t('templates:synced') }),
      (error: unknown) => toast.error({ title: t('templates:failed.get'), description: refusalText(error, t) }),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} />}
      loading={sync.isPending}
      onClick={() => void readAll()}
    >
      {t('channels:templates_sync')}
    </Button>
  );
}

/** Templates that are being written. */
function Drafts() {
  const t = useTexts();
  const drafts = useTemplateDrafts();
  if (!drafts.data?.drafts.length) return null;
  return (
    <section className={classes.drafts} aria-label={t('templates:drafts')}>
      {drafts.data.drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </section>
  );
}

function DraftRow({ draft }: { draft: TemplateDraft }) {
  const t = useTexts();
  const format = useFormat();
  const remove = useDeleteDraft();
  return (
    <div className={classes.draft}>
      <span className={classes.name}>
        <Link to="/accounts/templates/draft/$draftId" params={{ draftId: draft.id }}>
          {draft.name || t('templates:unnamed')}
        </Link>
        <Text span size="sm" c={draft.refusal ? 'bad' : 'dimmed'}>
          {draft.refusal
            ? t('channels:provider_says', { text: draft.refusal })
            : t(draft.isChange ? 'templates:change_of' : 'templates:draft_of', { when: format.ago(draft.updatedAt) })}
        </Text>
      </span>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => remove.mutate(draft)}>
        {t('templates:draft_delete')}
      </Button>
    </div>
  );
}

function useColumns(channels: readonly Channel[]): Column<MessageTemplate>[] {
  const t = useTexts();
  const format = useFormat();
  const languageName = useLanguageNames();
  const titles = new Map(channels.map(({ id, title }) => [id, title]));
  return [
    {
      key: 'name',
      title: t('templates:column.name'),
      isMain: true,
      cell: ({ name, body, language, channelId, status, reason }) => (
        <span className={classes.name}>
          {name}
          <Text span size="sm" c="dimmed" lineClamp={1}>
            {[languageName(language), channels.length > 1 && titles.get(channelId)].filter(Boolean).join(' · ')}
            {' · '}
            <span lang={language.replace('_', '-')}>{body}</span>
          </Text>
          {status === 'rejected' && reason && (
            <Text span size="sm" c="bad">
              {reasonText(reason, t) ?? t('channels:provider_says', { text: reason })}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('templates:column.status'),
      isBrief: true,
      cell: ({ status, reason }) => (
        <span title={reasonText(reason, t) ?? undefined}>
          <ToneBadge tone={statusTone(status)}>{statusWord(status, t)}</ToneBadge>
        </span>
      ),
    },
    {
      key: 'category',
      title: t('templates:column.category'),
      from: 'medium',
      isBrief: true,
      cell: ({ category }) => categoryWord(category, t),
    },
    {
      key: 'type',
      title: t('templates:column.type'),
      from: 'wide',
      isBrief: true,
      cell: ({ hasMedia }) => t(hasMedia ? 'templates:type.media' : 'templates:type.standard'),
    },
    {
      key: 'quality',
      title: t('templates:column.quality'),
      from: 'wide',
      isBrief: true,
      cell: ({ quality }) => (quality ? qualityWord(quality, t) : '—'),
    },
    {
      key: 'uses',
      title: t('templates:column.uses'),
      isBrief: true,
      cell: ({ useCounts }) => usesText(useCounts, t),
    },
    {
      key: 'since',
      title: t('templates:column.since'),
      from: 'wide',
      isBrief: true,
      cell: ({ statusSince }) => (statusSince ? format.ago(statusSince) : '—'),
    },
  ];
}

/** The senders that take a template: how many of each kind, in the order of rooms. */
function usesText(counts: MessageTemplate['useCounts'], t: Words): string {
  const parts = declaredRooms()
    .flatMap(({ senders }) => senders ?? [])
    .flatMap(({ kind, templateUse }) => {
      const count = counts[kind] ?? 0;
      return templateUse && count > 0 ? t(templateUse.text, { count }) : [];
    });
  return parts.join(', ') || t('templates:uses.none');
}
