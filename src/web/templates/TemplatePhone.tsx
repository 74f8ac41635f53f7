import { fillPlaces } from '#contract/templates/rules.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSession } from '#web/lib/api/session.ts';
import type { PhoneSkin } from '#web/ui/preview/PhoneBubble.tsx';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';
import classes from './templates.module.css';

type Props = { parts: TemplateParts; skin: PhoneSkin; imageUrl?: string | undefined };

/** The message on a contact's phone, its placeholders filled with the examples. */
export function TemplatePhone({ parts: { header, body, examples, footer, buttons }, skin, imageUrl }: Props) {
  const t = useTexts();
  const session = useSession();
  const heading = header?.type === 'text' && header.text.trim() ? `*${header.text.trim()}*\n` : '';
  const ordered = [
    ...buttons.filter(({ type }) => type === 'answer'),
    ...buttons.filter(({ type }) => type !== 'answer'),
  ];
  return (
    <div className={classes.phone}>
      <PhonePreview
        skin={skin}
        sender={{ name: session.isAuthenticated ? session.user.tenantName : '', isVerified: true }}
        messages={[
          {
            key: 'template',
            side: 'business',
            text: [{ text: heading }, { text: fillPlaces(body, examples).trim() || t('templates:sample_text') }],
            image: header?.type === 'image' && imageUrl ? { url: imageUrl, alt: '' } : undefined,
            file: fileOf(header, imageUrl, t),
            footer: footer.trim() || undefined,
            time: '10:00',
            buttons: ordered.map(({ type, title }, index) => ({ key: String(index), title, kind: type })),
          },
        ]}
      />
    </div>
  );
}

/** A document, a video, or a picture whose example is not at hand. */
function fileOf(header: TemplateParts['header'], imageUrl: string | undefined, t: ReturnType<typeof useTexts>) {
  if (header?.type === 'document') return { name: t('templates:header.document'), size: 'PDF' };
  if (header?.type === 'video') return { name: t('templates:header.video'), size: 'MP4' };
  return header?.type === 'image' && !imageUrl ? { name: t('templates:header.image'), size: 'JPG' } : undefined;
}
