import { createContext } from 'react';

/** Which heading a notice has: the page's own where it is all there is on the page. */
export const HeadingOrder = createContext<1 | 2>(2);
