import { Button, Skeleton } from '@mantine/core';
import { IconHelpCircle, IconMessages } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ContactCard } from '#contract/insights/calls.ts';
import { TIMELINE_TYPES } from '#contract/insights/values.ts';
import { DealsCard } from '#web/deals/DealsCard.tsx';
import { MessageDrawer } from '#web/delivery/MessageDrawer.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { flagIn, idIn, wordIn } from '#web/lib/api/known.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { AboutCard } from './AboutCard.tsx';
import { ConsentCard } from './ConsentCard.tsx';
import { NextVisit } from './NextVisit.tsx';
import { OptOutCard } from './OptOutCard.tsx';
import { ReachCard } from './ReachCard.tsx';
import { Timeline } from './Timeline.tsx';
import { useContactCard } from './use-contact.ts';
import { VisitFigures } from './VisitFigures.tsx';
import { WhyDrawer } from '#web/insights/skips/WhyDrawer.tsx';
import classes from '#web/insights/insights.module.css';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  type: wordIn(TIMELINE_TYPES, search['type']),
  entry: idIn(search['entry']),
  /** The question "why did nothing come" is open; about a visit, or by a flow once it is chosen. */
  why: flagIn(search['why']) || undefined,
  flowId: idIn<FlowId>(search['flowId']),
  visitId: idIn<VisitId>(search['visitId']),
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
  const [state, setState] = useUrlState(readSearch, ['why', 'entry']);
  const { type, entry, why, flowId, visitId } = state;
  const { conversationId } = card;
  const canOpen = useCanOpen();
  const phone = card.phone && formatPhone(card.phone);
  const name = card.name || phone || t('contacts:nameless');
  usePageName(name);
  const explain = (id: VisitId) => setState({ why: true, visitId: id, flowId: undefined });
  const showMessage = (id: string) => setState({ entry: id });
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
              onClick={() => setState({ why: true, visitId: (card.nextVisit ?? card.lastVisit)?.id })}
            >
              {t('insights:contact.why')}
            </Button>
            {canOpen('/conversations') && (
              <Button
                renderRoot={(props) => (
                  <Link
                    to="/conversations"
                    search={conversationId ? { thread: conversationId } : { contact: card.id }}
                    {...props}
                  />
                )}
                leftSection={<IconMessages size={18} />}
              >
                {t('insights:contact.open_chat')}
              </Button>
            )}
          </span>
        }
      />
      <NextVisit card={card} onMessage={showMessage} />
      <VisitFigures card={card} />
      <div className={classes.columns}>
        <Timeline
          contactId={card.id}
          type={type}
          onType={(next) => setState({ type: next })}
          onMessage={showMessage}
          onWhy={explain}
        />
        <aside className={classes.aside}>
          <AboutCard card={card} />
          <DealsCard contactId={card.id} name={name} hasPhone={card.phone !== null} />
          <ReachCard card={card} />
          <OptOutCard card={card} />
          <ConsentCard card={card} />
        </aside>
      </div>
      <WhyDrawer
        contactId={card.id}
        isOpen={why === true && entry === undefined}
        flowId={flowId}
        visitId={visitId}
        onFlow={(next) => setState({ flowId: next })}
        onMessage={showMessage}
        onClose={() => setState({ why: undefined, flowId: undefined, visitId: undefined })}
      />
      <MessageDrawer entryId={entry} onClose={() => setState({ entry: undefined })} />
    </>
  );
}
