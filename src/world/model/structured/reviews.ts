import { conceptsOf, isService, termFor } from '../lexicon/concepts.ts';
import { textFor } from './texts.ts';
import type { Task } from './task.ts';

const STARS =
  /(?:stars?|rating|score|оценка|звёзд\w*|звезд\w*|nota|estrelas?|оцінка|зірок?)\s*[:=]?\s*([1-5])(?!\d)|(?<!\d)([1-5])\s*(?:\/\s*5|out of 5|stars?|зв[её]зд|estrelas?|зір)|(★{1,5})/iu;
const AUTHOR =
  /(?:author|name|client|customer|автор|имя|клиент|autor|nome|cliente|ім'я|клієнт)\s*[:=]\s*(\p{L}[\p{L}'’-]+)/iu;
const BAD =
  /ужас|плох|не понрав|груб|хам|испорт|опозд|грязн|долго|bad|terrible|awful|rude|worst|dirty|late|disappoint|ruin|ruim|péssim|horrív|gross|suj|demor|жах|поган|не сподоб|груб|бруд|зіпсу/iu;

/** A reply to a review that names the sex of neither side. */
export function reviewReply(task: Task): string {
  const { data, language, target, variant } = task;
  const [service] = conceptsOf(data).filter(isService);
  const author = AUTHOR.exec(data)?.[1];
  return textFor(keyOf(starsOf(data)), target, variant, {
    name: author ? `${author}, ` : '',
    about:
      service && language === target ? textFor('about', target, variant, { service: termFor(service, target) }) : '',
  });
}

/** Stars where the text has them, else the impression of its words. */
function starsOf(data: string): number {
  const [, before, after, drawn] = STARS.exec(data) ?? [];
  const stars = Number(before ?? after ?? drawn?.length ?? 0);
  if (stars > 0) return stars;
  return BAD.test(data) ? 1 : 5;
}

function keyOf(stars: number) {
  if (stars >= 4) return 'review_good';
  return stars === 3 ? 'review_mixed' : 'review_bad';
}
