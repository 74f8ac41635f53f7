import { Skeleton } from '@mantine/core';
import { notFound } from '@tanstack/react-router';
import type { BookingButton, BookingButtonId } from '#contract/booking/buttons.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ButtonForm } from './ButtonForm.tsx';
import { useButtons } from './use-buttons.ts';

/** Route: /widgets/booking/new */
export function NewBookingButtonPage() {
  return <ButtonEditor find={() => null} />;
}

/** Route: /widgets/booking/{buttonId} */
export function BookingButtonPage() {
  const buttonId = usePathId<BookingButtonId>('buttonId');
  return (
    <ButtonEditor
      key={buttonId}
      find={(buttons) => {
        const found = buttons.find(({ id }) => id === buttonId);
        if (!found) throw notFound();
        return found;
      }}
    />
  );
}

/** @param props.find returns the button to edit, null for a new one */
function ButtonEditor({ find }: { find: (buttons: readonly BookingButton[]) => BookingButton | null }) {
  const t = useTexts();
  const buttons = useButtons();
  const found = buttons.data && find(buttons.data.buttons);
  usePageName(found?.label);
  return (
    <>
      <PageHead
        backTo="/widgets/booking"
        title={found ? found.label : t('booking:button.new')}
        state={found ? found.branchTitle : t('booking:button.lead')}
      />
      {buttons.isError && !buttons.data && <Failure error={buttons.error} onRetry={buttons.refetch} />}
      {buttons.isPending && (
        <Loading>
          <Skeleton height={420} />
        </Loading>
      )}
      {buttons.data && found !== undefined && (
        <ButtonForm saved={found} branches={buttons.data.branches} usualAccent={buttons.data.accent} />
      )}
    </>
  );
}
