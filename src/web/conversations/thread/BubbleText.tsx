import { messagePieces } from '#web/ui/preview/message-markup.ts';
import classes from './bubble.module.css';

/** The words of a message, marked as messengers mark them; addresses are links. */
export function BubbleText({ text }: { text: string }) {
  return messagePieces(text).map(({ text: words, formats }, index) => {
    const styles = formats.filter((format) => format !== 'link').map((format) => classes[format]);
    const className = styles.length > 0 ? styles.join(' ') : undefined;
    if (formats.includes('link')) {
      return (
        <a key={index} href={words} className={className} target="_blank" rel="noopener noreferrer nofollow">
          {words}
        </a>
      );
    }
    return className ? (
      <span key={index} className={className}>
        {words}
      </span>
    ) : (
      words
    );
  });
}
