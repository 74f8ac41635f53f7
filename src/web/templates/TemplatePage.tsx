import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import type { MessageTemplateDetails, TemplateParts, TemplateUse } from '#contract/templates/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useLanguageNames } from '#web/channels/use-language-names.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { namedSender, senderOfKind } from '#web/lib/pages/sender.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { TemplatePhone } from './TemplatePhone.tsx';
import { categoryWord, qualityWord, reasonText, refusalText, statusTone, statusWord } from './template-words.ts';
import classes from './templates.module.css';
import { useChangeTemplate, useDeleteTemplate, useSaveDraft, useTemplate } from './use-templates.ts';

/** Route: /accounts/templates/{channelId}/{name}/{language} */
export function TemplatePage() {
  const channelId = usePathId<Channel['id']>('channelId');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const [name = '', language = ''] = [textIn(params['name']), textIn(params['language'])];
  const template = useTemplate({ channelId, name, language });
  const channels = useChannels();
  usePageName(name);
  const channel = channels.data?.find(({ id }) => id === channelId);
  if (template.isError && !template.data) return <Failure error={template.error} onRetry={template.refetch} />;
  if (!template.data || !channel) {
    return (
      <Loading>
        <PageHead backTo="/accounts/templates" title={name} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return <Whole template={template.data} channel={channel} />;
}

function Whole({ template, channel }: { template: MessageTemplateDetails; channel: Channel }) {
  const t = useTexts();
  const format = useFormat();
  const languageName = useLanguageNames();
  const { status, category, quality, statusSince, language } = template;
  return (
    <>
      <PageHead
        backTo="/accounts/templates"
        title={template.name}
        state={<ToneBadge tone={statusTone(status)}>{statusWord(status, t)}</ToneBadge>}
        action={<Actions template={template} channel={channel} />}
      />
      <div className={classes.columns}>
        <div className={classes.facts}>
          <Trouble template={template} channel={channel} />
          <Facts
            facts={[
              { label: t('templates:channel'), value: channel.title },
              { label: t('templates:language'), value: languageName(language) },
              { label: t('templates:column.category'), value: categoryWord(category, t) },
              ...(quality ? [{ label: t('templates:column.quality'), value: qualityWord(quality, t) }] : []),
              ...(statusSince ? [{ label: t('templates:column.since'), value: format.dateTime(statusSince) }] : []),
            ]}
          />
          <Uses uses={template.uses} />
        </div>
        <TemplatePhone parts={template.parts ?? partsOfBody(template)} skin={CHANNEL_APPEARANCES[channel.kind].skin} />
      </div>
    </>
  );
}

/** The body and the titles of the buttons are known even of a form that is not written here. */
const partsOfBody = ({ body, buttons }: MessageTemplateDetails): TemplateParts => ({
  header: null,
  body,
  examples: [],
  footer: '',
  buttons: buttons.map(({ text }) => ({ type: 'answer', title: text })),
});

/** Why it cannot be sent, and what to do. */
function Trouble({ template, channel }: { template: MessageTemplateDetails; channel: Channel }) {
  const t = useTexts();
  const { status, reason, uses } = template;
  const isReviewed = status === 'pending' || status === 'in_appeal';
  const sentence = reasonText(reason, t);
  if (status === 'approved' && !reason) return null;
  if (isReviewed) {
    return (
      <Text c="dimmed" role="status">
        {t('templates:in_review')}
      </Text>
    );
  }
  const appealUrl = status === 'rejected' ? traitsOf(channel.kind).templates?.appealUrl : null;
  const waiting = uses.filter(({ status: use }) => use === 'error').length;
  return (
    <TroubleAlert
      tone={status === 'approved' || status === 'paused' ? 'attention' : 'bad'}
      title={status === 'approved' ? undefined : t('templates:not_sent')}
      note={sentence === null && reason ? t('channels:provider_says', { text: reason }) : null}
      action={
        appealUrl && (
          <Anchor href={appealUrl} target="_blank" rel="noreferrer" inherit>
            {t('templates:appeal')}
          </Anchor>
        )
      }
    >
      {sentence ?? t(status === 'paused' ? 'templates:paused' : 'templates:unsendable')}
      {waiting > 0 && ` ${t('templates:dependants_wait', { count: waiting })}`}
    </TroubleAlert>
  );
}

function Uses({ uses }: { uses: readonly TemplateUse[] }) {
  const t = useTexts();
  return (
    <section>
      <Title order={2} fz="h3" mb="xs">
        {t('templates:column.uses')}
      </Title>
      {uses.length === 0 ? <Text c="dimmed">{t('templates:uses.nothing')}</Text> : <UseList uses={uses} />}
    </section>
  );
}

/** Senders that take a template, each with the way to it. */
function UseList({ uses }: { uses: readonly TemplateUse[] }) {
  const t = useTexts();
  return (
    <ul className={classes.uses}>
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id}`}>
          <UseLink use={use} />
          {use.status === 'error' && (
            <Text span size="sm" c="attention">
              {' '}
              · {t('templates:uses.waits')}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function UseLink({ use: { kind, id, title } }: { use: TemplateUse }) {
  const t = useTexts();
  const { named, path, templateUse } = senderOfKind(kind) ?? {};
  const words = named || !templateUse ? namedSender({ senderKind: kind, senderTitle: title }, t) : t(templateUse.text);
  const canOpen = useCanOpen();
  const to = (id !== null && path?.(id)) || templateUse?.path;
  return to && canOpen(to) ? <Link to={to}>{words}</Link> : words;
}

function Actions({ template, channel }: { template: MessageTemplateDetails; channel: Channel }) {
  const t = useTexts();
  const navigate = useNavigate();
  const change = useChangeTemplate();
  const save = useSaveDraft();
  const [isDeleting, setDeleting] = useState(false);
  const limits = traitsOf(channel.kind).templates;
  if (!limits) return null;
  const { channelId, name, language, parts, editing } = template;
  const fail = (error: unknown) => toast.error({ title: refusalText(error, t) });
  const open = (draftId: string) => void navigate({ to: '/accounts/templates/draft/$draftId', params: { draftId } });
  const duplicate = () => {
    if (!parts) return;
    const category = template.category === 'marketing' ? 'marketing' : 'utility';
    const written = { channelId, name: '', language, category, parts } as const;
    save.mutate({ draft: null, written }, { onSuccess: ({ id }) => open(id), onError: fail });
  };
  return (
    <Stack gap={6} align="flex-end">
      <Group gap="xs">
        {(editing.rule === null || template.draftId) && (
          <Button
            leftSection={<IconPencil size={18} />}
            loading={change.isPending}
            onClick={() =>
              change.mutate({ channelId, name, language }, { onSuccess: ({ id }) => open(id), onError: fail })
            }
          >
            {t(template.status === 'rejected' ? 'templates:mend' : 'templates:change')}
          </Button>
        )}
        {parts && (
          <Button variant="default" leftSection={<IconCopy size={18} />} loading={save.isPending} onClick={duplicate}>
            {t('templates:duplicate')}
          </Button>
        )}
        <Button variant="default" color="bad" leftSection={<IconTrash size={18} />} onClick={() => setDeleting(true)}>
          {t('templates:delete')}
        </Button>
      </Group>
      {editing.rule && !template.draftId && <EditRule template={template} />}
      {isDeleting && (
        <DeleteDialog template={template} days={limits.nameBlockedDays} onClose={() => setDeleting(false)} />
      )}
    </Stack>
  );
}

function EditRule({ template: { editing } }: { template: MessageTemplateDetails }) {
  const t = useTexts();
  const format = useFormat();
  if (!editing.rule) return null;
  return (
    <Text size="sm" c="dimmed" maw={420} ta="right">
      {t(`templates:edit_rule.${editing.rule}`, { when: editing.from ? format.dateTime(editing.from) : '' })}
    </Text>
  );
}

type DeleteProps = { template: MessageTemplateDetails; days: number; onClose: () => void };

/** Says what depends on the template before it is deleted: a deletion cannot be taken back. */
function DeleteDialog({ template, days, onClose }: DeleteProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const remove = useDeleteTemplate();
  const { uses, name } = template;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('templates:delete_title', { name })}
      text={t('templates:delete_text', { days })}
      confirmLabel={t('templates:delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(template, { onSuccess: () => void navigate({ to: '/accounts/templates' }) })}
      onClose={onClose}
    >
      {uses.length > 0 && (
        <TroubleAlert tone="attention" title={t('templates:delete_uses', { count: uses.length })}>
          <UseList uses={uses} />
        </TroubleAlert>
      )}
    </ConfirmDialog>
  );
}
