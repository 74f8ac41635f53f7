/** Styles of the pages that book visits, after the common ones. */
export const ONLINE_STYLES = `
.business { margin: 0 0 4px; font-weight: 600; color: var(--text); }
h2::first-letter { text-transform: uppercase; }
h3 { margin: 16px 0 4px; font-size: 15px; color: var(--dim); font-weight: 600; }
ul.choices, ul.times { margin: 0 0 12px; padding: 0; list-style: none; display: grid; gap: 8px; }
ul.choices a {
  box-sizing: border-box; min-height: 48px; padding: 10px 14px;
  display: flex; flex-direction: column; justify-content: center; gap: 2px;
  border: 1px solid var(--line); border-radius: 10px; text-decoration: none; line-height: 1.35; overflow-wrap: anywhere;
}
ul.choices a:hover, ul.times a:hover, nav.days a:hover { border-color: var(--accent); }
ul.times { grid-template-columns: repeat(auto-fill, minmax(76px, 1fr)); }
ul.times a {
  display: grid; place-items: center; min-height: 44px;
  border: 1px solid var(--line); border-radius: 10px; text-decoration: none; font-weight: 600;
  font-variant-numeric: tabular-nums;
}
nav.days { display: grid; grid-template-columns: 24px repeat(7, minmax(0, 1fr)) 24px; gap: 4px; margin: 16px 0 0; }
nav.days > * { display: grid; place-items: center; align-content: center; min-height: 52px; border-radius: 10px; }
nav.days > span { color: var(--dim); opacity: 0.4; }
nav.days a { border: 1px solid transparent; text-decoration: none; font-weight: 600; font-variant-numeric: tabular-nums; }
nav.days a > small { font-size: 12px; font-weight: 400; }
nav.days a[aria-current] { background: var(--accent); color: #fff; }
nav.days a[aria-current] > small { color: inherit; }
nav.days > :last-child { grid-column: 9; }
dl.chosen { padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; }
dl.chosen dd { display: flex; justify-content: space-between; gap: 12px; }
dl.chosen dd > a { flex: none; color: var(--dim); font-size: 14px; }
details { margin-top: 8px; border: 1px solid var(--line); border-radius: 10px; }
details > ul.choices { padding: 0 12px; }
summary { padding: 12px 14px; line-height: 24px; font-weight: 600; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
label.field { margin-top: 12px; }
label.field > :is(input, select) { margin-bottom: 0; }
.phone { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 8px; }
.phone > small { grid-column: 1 / -1; margin-top: 4px; }
[aria-invalid] { border-color: var(--bad) !important; }
small.problem { color: var(--bad); }
form > button { margin-top: 20px; }
form > small { margin-top: 8px; }
.reach { margin-top: 20px; }
`;
