import type { BookingButton } from '#contract/booking/buttons.ts';

/** The tag to paste into a site. */
export const snippetOf = ({ scriptUrl }: Pick<BookingButton, 'scriptUrl'>): string =>
  `<script async src="${scriptUrl}"></script>`;

/** The frame that shows the form within a page of a site. */
export const frameOf = ({ pageUrl }: Pick<BookingButton, 'pageUrl'>, title: string): string =>
  `<iframe src="${pageUrl}" title="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="100%" height="820" style="border:0"></iframe>`;
