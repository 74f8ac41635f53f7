import { Button, Skeleton } from '@mantine/core';
import { IconHelpCircle, IconMessages } from '@tabler/icons-react';
import type { ContactId } from '#contract/contacts.ts';
import type { ConversationId } from '#contract/conversations.ts';
import type { FlowId } from '#contract/flows.ts';
import type { ContactCard } from '#contract/insights.ts';
import { TIMELINE_TYPES } from '#contract/values.ts';
import { ThreadDrawer } from '#web/conversations/ThreadDrawer.tsx';
import { StoryDrawer } from '#web/delivery/StoryDrawer.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { idIn, wordIn } from '#web/lib/known.ts';
import { usePageName } from '#web/lib/page-name.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { usePathId } from '#web/lib/room.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { AboutCard } from './AboutCard.tsx';
import { OptOutCard } from './OptOutCard.tsx';
import { ReachCard } from './ReachCard.tsx';
import { Timeline } from './Timeline.tsx';
import { useContactCard } from './use-contact.ts';
import { VisitFigures } from './VisitFigures.tsx';
import { WhyDrawer } from './WhyDrawer.tsx';
import classes from './insights.module.css';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  type: wordIn(TIMELINE_TYPES, search['type']),
  entry: idIn(search['entry']),
  thread: idIn<ConversationId>(search['thread']),
  /** The question "why did nothing come" is open; with the flow once it is chosen. */
  why: search['why'] === true || search['why'] === 'true' ? true : undefined,
  flowId: idIn<FlowId>(search['flowId']),
});

/** Route: /contacts/{contactId} */
export function ContactPage() {
  const t = useTexts();
  const contactId = usePathId<ContactId>('contactId');
  const card = useContactCard(contactId);
  if (card.data) return <Contact card={card.data} />;
  if (card.isError) {
    return (
      <>
        <PageHead backTo="/contacts" title={t('insights:contact.title')} />
        <Failure error={card.error} onRetry={card.refetch} />
      </>
    );
  }
  return (
    <Loading>
      <Skeleton height={34} width={260} />
      <Skeleton height={16} width={180} mt={10} mb={24} />
      <Skeleton height={92} mb={24} />
      <RowsSkeleton />
    </Loading>
  );
}

function Contact({ card }: { card: ContactCard }) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const [state, setState] = useUrlState(readSearch);
  const { type, entry, thread, why, flowId } = state;
  const { conversationId } = card;
  const phone = card.phone && formatPhone(card.phone);
  const name = card.name || phone || t('contacts:nameless');
  usePageName(name);
  const showStory = (id: string) => setState({ entry: id });
  return (
    <>
      <PageHead
        backTo="/contacts"
        title={name}
        state={card.name && phone ? phone : undefined}
        action={
          <span className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconHelpCircle size={18} />}
              onClick={() => setState({ why: true })}
            >
              {t('insights:contact.why')}
            </Button>
            {conversationId && (
              <Button leftSection={<IconMessages size={18} />} onClick={() => setState({ thread: conversationId })}>
                {t('insights:contact.open_chat')}
              </Button>
            )}
          </span>
        }
      />
      <VisitFigures card={card} />
      <div className={classes.columns}>
        <Timeline
          contactId={card.id}
          type={type}
          onType={(next) => setState({ type: next })}
          onStory={showStory}
          onChat={(id) => setState({ thread: id })}
        />
        <aside className={classes.aside}>
          <AboutCard card={card} />
          <ReachCard card={card} />
          <OptOutCard card={card} />
        </aside>
      </div>
      <WhyDrawer
        contactId={card.id}
        isOpen={why === true && entry === undefined && thread === undefined}
        flowId={flowId}
        onFlow={(next) => setState({ flowId: next })}
        onStory={showStory}
        onClose={() => setState({ why: undefined, flowId: undefined })}
      />
      <StoryDrawer
        entryId={thread === undefined ? entry : undefined}
        onClose={() => setState({ entry: undefined })}
        onChat={(id) => setState({ thread: id })}
      />
      <ThreadDrawer conversationId={thread} onClose={() => setState({ thread: undefined })} />
    </>
  );
}
