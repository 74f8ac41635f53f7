import type { Pairing } from '#contract/channels/pairing.ts';
import { QrPicture } from '#web/ui/preview/QrPicture.tsx';
import classes from '#web/channels/Pairing.module.css';

/** Draws a QR code from its text, or shows the picture of a gateway that sends no text. */
export function QrCode({ code, label }: { code: NonNullable<Pairing['code']>; label: string }) {
  if (code.image !== null) return <img className={classes.code} src={code.image} alt={label} />;
  return <QrPicture className={classes.code} text={code.text ?? ''} label={label} />;
}
