import { Button, FileButton, Text, TextInput } from '@mantine/core';
import { IconPaperclip, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { AnswerTemplate, listAnswerTemplates } from '#contract/conversations/answers.ts';
import type { AnswerWay, ConversationId } from '#contract/conversations/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable, toStoredText } from '#web/texts/editor/variable-names.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { AttachmentPreview } from './AttachmentPreview.tsx';
import classes from './composer.module.css';
import type { Attachment } from './outbox.ts';
import { filledBody } from './template-body.ts';
import { useAttachment } from './use-attachment.ts';
import { useAnswerTemplates } from './use-quick-replies.ts';

type VariableNames = ReturnType<typeof useVariableNames>;
type Template = ReplyOf<typeof listAnswerTemplates>['templates'][number];
type Send = (answer: { text: string; attachment: Attachment | null; template: AnswerTemplate }) => void;

type Props = { conversationId: ConversationId; way: AnswerWay; onSend: Send };

/** More templates than these are searched. */
const MAX_AT_A_GLANCE = 7;

/** Approved templates of the channel: a few that suit the client, or one of all; fill its places, send. */
export function TemplatePicker({ conversationId, way, onSend }: Props) {
  const t = useTexts();
  const templates = useAnswerTemplates(conversationId);
  const [chosen, setChosen] = useState<Template | null>(null);
  const [areAllShown, setAllShown] = useState(false);
  if (templates.isPending) {
    return (
      <Loading>
        <RowsSkeleton rows={2} />
      </Loading>
    );
  }
  if (!templates.data) return <Failure error={templates.error} onRetry={templates.refetch} />;
  const own = templates.data.filter(({ channelId }) => channelId === way.channelId);
  if (own.length === 0) return <Text c="dimmed">{t('conversations:template.none')}</Text>;
  if (chosen) {
    return <TemplateForm template={chosen} way={way} onBack={() => setChosen(null)} onSend={onSend} />;
  }
  const suggested = own
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  if (suggested.length === 0 || areAllShown)
    return (
      <AllTemplates
        templates={own}
        onChoose={setChosen}
        onBack={suggested.length > 0 ? () => setAllShown(false) : undefined}
      />
    );
  return (
    <div className={classes.picker}>
      <ul className={classes.templates} aria-label={t('conversations:template.suggested')}>
        {suggested.map((template) => (
          <li key={`${template.name}.${template.language}`}>
            <button type="button" className={classes.template} onClick={() => setChosen(template)}>
              <span>{filledBody(template.body, template.filled)}</span>
            </button>
          </li>
        ))}
      </ul>
      {own.length > suggested.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAllShown(true)}>
          {t('conversations:template.all')}
        </Button>
      )}
    </div>
  );
}

type AllProps = {
  templates: readonly Template[];
  onChoose: (template: Template) => void;
  /** Back to the suggested ones; left out where there are none. */
  onBack: (() => void) | undefined;
};

/** Every template of the channel, with a search where there are many. */
function AllTemplates({ templates, onChoose, onBack }: AllProps) {
  const t = useTexts();
  const names = useVariableNames();
  const [search, setSearch] = useState('');
  const options = templates.map((template) => ({ template, text: bodyOf(template, names) }));
  const found = options.filter(({ template, text }) => hasWords(`${template.name} ${text}`, search));
  return (
    <div className={classes.picker}>
      {templates.length > MAX_AT_A_GLANCE && (
        <TextInput
          type="search"
          aria-label={t('conversations:template.search')}
          placeholder={t('conversations:template.search')}
          value={search}
          leftSection={<IconSearch size={18} />}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.length === 0 && <Text c="dimmed">{t('conversations:template.nothing')}</Text>}
      <ul className={classes.templates} aria-label={t('conversations:template.title')}>
        {found.map(({ template, text }) => (
          <li key={`${template.name}.${template.language}`}>
            <button type="button" className={classes.template} onClick={() => onChoose(template)}>
              <b>
                {template.name} · {template.language}
              </b>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {onBack && (
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {t('conversations:template.to_suggested')}
        </Button>
      )}
    </div>
  );
}

/** The places of a template as this contact would read them; where nothing is known, the variable by its name. */
const placesOf = ({ filled, suggested }: Template, names: VariableNames): string[] =>
  suggested.map((parameter, index) => filled[index] || toReadable(parameter, names));

const bodyOf = (template: Template, names: VariableNames) => filledBody(template.body, placesOf(template, names));

/** Whether a text has each of the words that are searched for. */
function hasWords(text: string, search: string): boolean {
  const plain = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

type FormProps = { template: Template; way: AnswerWay; onBack: () => void; onSend: Send };

function TemplateForm({ template, way, onBack, onSend }: FormProps) {
  const t = useTexts();
  const names = useVariableNames();
  const { name, language, body, media, parameterCount } = template;
  const [parameters, setParameters] = useState(() => {
    const places = placesOf(template, names);
    return Array.from({ length: parameterCount }, (_, index) => places[index] ?? '');
  });
  const { attachment, problem, take, remove } = useAttachment(traitsOf(way.channelKind));
  const missing = parameters.findIndex((value) => value.trim() === '');
  const isFileMissing = media !== null && !attachment;
  const blocker =
    missing >= 0 ? t('conversations:template.fill', { number: missing + 1 }) : t('conversations:template.needs_file');
  const isReady = missing < 0 && !isFileMissing;
  return (
    <form
      className={classes.templateForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onSend({
          text: filledBody(body, parameters),
          attachment,
          template: { name, language, parameters: parameters.map((value) => toStoredText(value, names)) },
        });
      }}
    >
      <div className={classes.templateText}>{filledBody(body, parameters)}</div>
      {parameters.map((value, index) => (
        <TextInput
          key={index}
          label={t('conversations:template.place', { number: index + 1 })}
          value={value}
          maxLength={300}
          onChange={({ currentTarget }) => setParameters(parameters.with(index, currentTarget.value))}
        />
      ))}
      {media && !attachment && (
        <FileButton accept={ACCEPTED[media]} onChange={take}>
          {({ onClick }) => (
            <Button variant="default" leftSection={<IconPaperclip size={16} />} onClick={onClick}>
              {t(`conversations:template.${media}`)}
            </Button>
          )}
        </FileButton>
      )}
      {attachment && <AttachmentPreview attachment={attachment} onRemove={remove} />}
      {(problem || !isReady) && (
        <Text size="sm" c="dimmed">
          {problem ?? blocker}
        </Text>
      )}
      <div className={classes.templateActions}>
        <Button variant="default" onClick={onBack}>
          {t('conversations:template.other')}
        </Button>
        <Button type="submit" disabled={!isReady}>
          {t('conversations:template.send')}
        </Button>
      </div>
    </form>
  );
}

const ACCEPTED = { image: 'image/png,image/jpeg', document: 'application/pdf', video: 'video/mp4' } as const;
