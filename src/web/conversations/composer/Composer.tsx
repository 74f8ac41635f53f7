import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ChannelId } from '#contract/channels/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { areKeysOff, useConversationKeys } from '#web/conversations/conversation-keys.ts';
import type { ThreadPage } from '#web/conversations/conversation-pages.ts';
import { ChannelSwitch } from './ChannelSwitch.tsx';
import classes from './composer.module.css';
import { type Pending, send } from './outbox.ts';
import { useAttachment } from './use-attachment.ts';
import { useDraft } from './use-draft.ts';
import { useNow } from '#web/conversations/use-now.ts';
import { type AnswerWords, OptOutDialog, optOutOn, OptOutStrip, useOptOutQuestion } from './OptOutStrip.tsx';
import { useContactFacts } from '#web/conversations/card/use-contact-facts.ts';
import { ClosedNotice, NoWayNotice } from './WayNotice.tsx';
import { WriteForm } from './WriteForm.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

/** Calls of the thread to its composer. */
export type ComposerHandle = {
  /** Takes back the text and the file of a bubble that was not sent, or a file that was chosen again. */
  takeBack: (bubble: Pending, file?: File) => void;
};

type Props = {
  ref: Ref<ComposerHandle>;
  page: ThreadPage;
  /** Newest item on the screen: an answer after a colleague's is refused. */
  lastSeenId: string | null;
  onSent: () => void;
};

/** Where a member answers or notes: the channel, the time left, the text with its files. */
export function Composer({ ref, page, lastSeenId, onSent }: Props) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const { conversation, ways, chosen, drafts } = page;
  const conversationId = conversation.id;
  const [kind, setKind] = useState<'answer' | 'note'>('answer');
  const [picked, setPicked] = useState<ChannelId | null>(null);
  const [isTemplateWanted, setTemplateWanted] = useState(false);
  const answer = useDraft(conversationId, 'answer', drafts.answer);
  const note = useDraft(conversationId, 'note', drafts.note);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const now = useNow();
  const way =
    ways.find(({ channelId }) => channelId === (picked ?? chosen?.channelId)) ??
    ways.find(({ blocker }) => blocker === 'closed');
  const isWindowOver = way?.windowUntil != null && Date.parse(way.windowUntil) <= now;
  const isClosed = way?.blocker === 'closed' || isWindowOver;
  const { data: card } = useContactFacts(conversation.contactId);
  const optOut = card && kind === 'answer' ? optOutOn(card.optOuts, way) : undefined;
  const confirmation = useOptOutQuestion(optOut, dispatch);
  const draft = kind === 'note' ? note : answer;
  const attaching = useAttachment(way && traitsOf(way.channelKind));

  const focus = (next: 'answer' | 'note') => {
    setKind(next);
    setTemplateWanted(false);
    setTimeout(() => (field.current ?? firstIn(box.current))?.focus());
  };
  const wantTemplate = () => {
    setKind('answer');
    setTemplateWanted(true);
  };
  useConversationKeys({
    reply: () => focus('answer'),
    note: () => focus('note'),
    template: way?.hasTemplates ? wantTemplate : undefined,
  });
  useImperativeHandle(ref, () => ({
    takeBack(bubble, file) {
      if (bubble.template && way?.hasTemplates) return wantTemplate();
      (bubble.kind === 'note' ? note : answer).change(bubble.text);
      if (file) attaching.take(file);
      else attaching.set(bubble.attachment);
      focus(bubble.kind);
    },
  }));
  useEffect(() => {
    // NOTE: a field with the focus would take the keys of the page; on a phone its keyboard would hide the thread
    if (areKeysOff() && matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  function dispatch({ text, attachment, template }: AnswerWords): void {
    send(queryClient, {
      requestId: crypto.randomUUID(),
      conversationId,
      kind,
      at: new Date(productNow()).toISOString(),
      text,
      attachment,
      template,
      channelId: picked,
      lastSeenId,
    });
    setTemplateWanted(false);
    if (!template) draft.clear();
    attaching.set(null);
    onSent();
  }

  const isTemplateShown = kind === 'answer' && way?.hasTemplates === true && (isClosed || isTemplateWanted);
  return (
    <div ref={box} className={classes.composer} data-kind={kind}>
      <div className={classes.bar}>
        <ChoiceBar
          isNarrow
          label={t('conversations:composer.kind')}
          value={kind}
          options={[
            { value: 'answer', label: t('conversations:composer.answer') },
            { value: 'note', label: t('conversations:composer.note') },
          ]}
          onChange={focus}
        />
        {kind === 'answer' && way && <ChannelSwitch ways={ways} way={way} chosen={chosen} onPick={setPicked} />}
      </div>
      {optOut && <OptOutStrip optOut={optOut} />}
      {kind === 'answer' && !way && <NoWayNotice ways={ways} phone={conversation.phone} />}
      {kind === 'answer' && way && isClosed && <ClosedNotice way={way} phone={conversation.phone} />}
      {isTemplateShown && way && (
        <TemplatePicker conversationId={conversationId} way={way} onSend={confirmation.send} />
      )}
      {isTemplateShown && !isClosed && (
        <Button variant="subtle" size="compact-sm" onClick={() => focus('answer')}>
          {t('conversations:template.back')}
        </Button>
      )}
      {(kind === 'note' || (way && !isClosed && !isTemplateShown)) && (
        <WriteForm
          key={kind}
          field={field}
          conversationId={conversationId}
          kind={kind}
          draft={draft}
          way={kind === 'answer' ? way : undefined}
          attaching={attaching}
          onPost={(text) =>
            confirmation.send({ text, attachment: kind === 'answer' ? attaching.attachment : null, template: null })
          }
          onTemplate={way?.hasTemplates && kind === 'answer' ? wantTemplate : undefined}
        />
      )}
      {optOut && <OptOutDialog optOut={optOut} confirmation={confirmation} />}
    </div>
  );
}

/** Where templates stand instead of the field: their search, or the first of them. */
function firstIn(box: HTMLElement | null): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`.${classes.picker} :is(input, button)`) ?? null;
}
